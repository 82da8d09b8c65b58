package io.fluxfabric.engine.benchmarks.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class ChartTest {

    private static final Chart CHART = new Chart("two <rounds> & a note")
            .group(
                    "burn-down",
                    List.of(
                            new Chart.Bar("ours", Statistics.of(100, 200, 300), true),
                            new Chart.Bar("theirs", Statistics.of(50, 50), false)))
            .group("nothing", List.of());

    @Test
    @DisplayName("it is well-formed XML with a bar and a spread per system, and leaves empty groups out")
    void wellFormed() throws Exception {
        Document svg = parsed();
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(2);
        assertThat(svg.getElementsByTagName("line").getLength()).isEqualTo(2);
        assertThat(svg.getDocumentElement().getTextContent())
                .contains("burn-down", "200 /s", "50.0 /s", "two <rounds> & a note")
                .doesNotContain("nothing");
    }

    @Test
    @DisplayName("the length of a bar is its median on the scale of the highest round")
    void lengths() throws Exception {
        assertThat(width(0)).isEqualTo("333.3"); // of 500 for the highest round, which is 300
        assertThat(width(1)).isEqualTo("83.3");
    }

    @Test
    @DisplayName("it has colours for light and for dark readers")
    void schemes() {
        assertThat(CHART.svg()).contains("prefers-color-scheme: dark").contains("class=\"ours\"");
    }

    private static String width(int bar) throws Exception {
        Element element = (Element) parsed().getElementsByTagName("rect").item(bar);
        return element.getAttribute("width");
    }

    private static Document parsed() throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(CHART.svg().getBytes(UTF_8)));
    }
}

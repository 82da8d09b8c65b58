package io.fluxfabric.engine.examples.demo.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PictureTest {

    private static DocumentBuilder xml() throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder();
    }

    @Test
    @DisplayName("each piece stands at its column in its colour, whatever characters it has")
    void pieces() throws Exception {
        String svg = Picture.svg("a & b", List.of("ab " + Ink.RED.of("<&>") + " c"));
        NodeList pieces = xml().parse(new InputSource(new StringReader(svg))).getElementsByTagName("text");

        assertThat(pieces.getLength()).isEqualTo(3);
        Element red = (Element) pieces.item(1);
        assertThat(red.getTextContent()).isEqualTo("<&>");
        assertThat(red.getAttribute("fill")).isEqualTo("#ff7b72");
        assertThat(red.getAttribute("x")).isEqualTo("45.2");
        assertThat(((Element) pieces.item(2)).getAttribute("x")).isEqualTo("78.8");
    }

    @Test
    @DisplayName("the picture in the docs is of a run that lost nothing")
    void picture() throws Exception {
        String shown = xml().parse(Path.of("../docs/demo.svg").toFile())
                .getDocumentElement()
                .getTextContent();
        assertThat(shown).containsPattern("submitted=(\\d+) completed=\\1 reclaimed=[1-9]\\d* lost=0 duplicated=0");
    }
}

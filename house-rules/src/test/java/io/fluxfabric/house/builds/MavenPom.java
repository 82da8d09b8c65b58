package io.fluxfabric.house.builds;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** What a pom says, read from its text. */
final class MavenPom {

    private final Element project;

    private MavenPom(Element project) {
        this.project = project;
    }

    static MavenPom parse(String text) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            return new MavenPom(factory.newDocumentBuilder()
                    .parse(new InputSource(new StringReader(text)))
                    .getDocumentElement());
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new IllegalArgumentException("not a pom: " + e.getMessage(), e);
        }
    }

    String group() {
        return text(project, "groupId");
    }

    String version() {
        return text(project, "version");
    }

    String parentVersion() {
        return children(project, "parent")
                .map(parent -> text(parent, "version"))
                .findFirst()
                .orElse("");
    }

    Set<String> modules() {
        Set<String> modules = new TreeSet<>();
        children(project, "modules")
                .flatMap(element -> children(element, "module"))
                .forEach(module -> modules.add(module.getTextContent().strip()));
        return modules;
    }

    /** The properties {@code version.<key>}, by key. */
    Map<String, String> libraryVersions() {
        Map<String, String> versions = new TreeMap<>();
        children(project, "properties").flatMap(MavenPom::elements).forEach(property -> {
            if (property.getTagName().startsWith("version.")) {
                versions.put(
                        property.getTagName().substring("version.".length()),
                        property.getTextContent().strip());
            }
        });
        return versions;
    }

    /** Managed versions by {@code group:artifact}, as written (a property reference, usually). */
    Map<String, String> managed() {
        Map<String, String> managed = new TreeMap<>();
        children(project, "dependencyManagement")
                .flatMap(MavenPom::dependencies)
                .forEach(dependency -> managed.put(coordinates(dependency), text(dependency, "version")));
        return managed;
    }

    /** Dependencies as {@code scope group:artifact}, those of profiles included. */
    Set<String> scopedDependencies() {
        Set<String> scoped = new TreeSet<>();
        Stream.concat(
                        Stream.of(project),
                        children(project, "profiles").flatMap(element -> children(element, "profile")))
                .flatMap(MavenPom::dependencies)
                .forEach(dependency -> scoped.add(scope(dependency) + " " + coordinates(dependency)));
        return scoped;
    }

    private static String scope(Element dependency) {
        String scope = text(dependency, "scope");
        return scope.isEmpty() ? "compile" : scope;
    }

    private static String coordinates(Element dependency) {
        return text(dependency, "groupId") + ":" + text(dependency, "artifactId");
    }

    private static Stream<Element> dependencies(Element parent) {
        return children(parent, "dependencies").flatMap(element -> children(element, "dependency"));
    }

    private static String text(Element parent, String name) {
        return children(parent, name)
                .map(element -> element.getTextContent().strip())
                .findFirst()
                .orElse("");
    }

    private static Stream<Element> children(Element parent, String name) {
        return elements(parent).filter(element -> element.getTagName().equals(name));
    }

    private static Stream<Element> elements(Element parent) {
        NodeList nodes = parent.getChildNodes();
        List<Node> children =
                IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).toList();
        return children.stream().filter(Element.class::isInstance).map(Element.class::cast);
    }
}

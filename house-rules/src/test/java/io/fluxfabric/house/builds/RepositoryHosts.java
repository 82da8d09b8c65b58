package io.fluxfabric.house.builds;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds places where a build file says where artifacts come from; {@code mavenCentral()} is all we need. */
final class RepositoryHosts {

    /** Hosts that only name XML schemas. */
    private static final Set<String> SCHEMAS = Set.of("maven.apache.org", "www.w3.org");

    private static final Pattern URL = Pattern.compile("https?(?:://|\\\\://)([\\w.-]+)");
    private static final Pattern DECLARATION =
            Pattern.compile("<(?:repository|pluginRepository|mirror|snapshotRepository)>"
                    + "|\\bmaven\\s*[({]|\\bivy\\s*[({]|\\b(?:mavenLocal|google|jcenter|gradlePluginPortal)\\(");

    private RepositoryHosts() {}

    static List<String> in(BuildFiles files) {
        List<String> found = new ArrayList<>();
        files.texts().forEach((path, text) -> {
            URL.matcher(text)
                    .results()
                    .map(match -> match.group(1))
                    .filter(host -> !SCHEMAS.contains(host))
                    .forEach(host -> found.add(path + " names the host " + host));
            DECLARATION
                    .matcher(text)
                    .results()
                    .forEach(match -> found.add(path + " declares a repository: " + match.group()));
        });
        return found;
    }
}

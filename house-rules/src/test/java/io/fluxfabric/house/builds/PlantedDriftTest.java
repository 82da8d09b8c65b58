package io.fluxfabric.house.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Proves the comparison by planting one drift after the other in a small build that is in order. */
class PlantedDriftTest {

    private static final BuildFiles IN_ORDER = new BuildFiles(new TreeMap<>(Map.of(
            "gradle/libs.versions.toml",
            """
            [versions]
            reactor = "3.8.7"
            [libraries]
            reactor-core = { module = "io.projectreactor:reactor-core", version.ref = "reactor" }
            """,
            "settings.gradle.kts",
            "include(\n    \"core\",\n    \"app\",\n)\n",
            "build.gradle.kts",
            """
            group = "io.fluxfabric"
            version = "1.0"
            options.release.set(17)
            jvmArgs("-XX:+A", "-Xshare:off")
            """,
            "pom.xml",
            """
            <project><groupId>io.fluxfabric</groupId><version>1.0</version>
            <modules><module>core</module><module>app</module></modules>
            <properties><version.reactor>3.8.7</version.reactor></properties>
            <dependencyManagement><dependencies>
            <dependency><groupId>io.fluxfabric</groupId><artifactId>core</artifactId><version>x</version></dependency>
            <dependency><groupId>io.projectreactor</groupId><artifactId>reactor-core</artifactId>
            <version>${version.reactor}</version></dependency>
            </dependencies></dependencyManagement>
            <build><release>17</release><argLine>-XX:+A -Xshare:off ${more}</argLine></build></project>
            """,
            "core/build.gradle.kts",
            "dependencies {\n    api(libs.reactor.core)\n}\n",
            "core/pom.xml",
            """
            <project><parent><version>1.0</version></parent><dependencies>
            <dependency><groupId>io.projectreactor</groupId><artifactId>reactor-core</artifactId></dependency>
            </dependencies></project>
            """,
            "app/build.gradle.kts",
            "dependencies {\n    runtimeOnly(project(\":core\"))\n}\n",
            "app/pom.xml",
            """
            <project><parent><version>1.0</version></parent><profiles><profile><dependencies><dependency>
            <groupId>io.fluxfabric</groupId><artifactId>core</artifactId><scope>runtime</scope>
            </dependency></dependencies></profile></profiles></project>
            """)));

    @Test
    @DisplayName("a build in order has no drift")
    void inOrder() {
        assertThat(BuildDrift.in(IN_ORDER)).isEmpty();
        assertThat(RepositoryHosts.in(IN_ORDER)).isEmpty();
    }

    @ParameterizedTest(name = "{0}: \"{1}\" becomes \"{2}\"")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            gradle/libs.versions.toml | "3.8.7" | "3.8.8" | version of reactor is 3.8.8 in gradle/libs.versions.toml but 3.8.7 in pom.xml property
            gradle/libs.versions.toml | :reactor-core | :reactor-x | version of io.projectreactor:reactor-x is ${version.reactor} in gradle/libs.versions.toml but missing in pom.xml dependencyManagement
            pom.xml | <version>${version.reactor} | <version>3.8.7 | version of io.projectreactor:reactor-core is ${version.reactor} in gradle/libs.versions.toml but 3.8.7 in pom.xml dependencyManagement
            settings.gradle.kts | "app", | `` | module app is in pom.xml but not in settings.gradle.kts
            pom.xml | <module>app</module> | `` | module app is in the directories with a build file but not in pom.xml
            core/build.gradle.kts | api( | testImplementation( | dependency test io.projectreactor:reactor-core is in core/build.gradle.kts but not in core/pom.xml
            core/build.gradle.kts | libs.reactor.core | libs.reactor.cor | dependency compile unknown alias libs.reactor.cor is in core/build.gradle.kts but not in core/pom.xml
            app/pom.xml | runtime | test | dependency test io.fluxfabric:core is in app/pom.xml but not in app/build.gradle.kts
            app/pom.xml | 1.0 | 1.1 | the project version is 1.0 in pom.xml but 1.1 in app/pom.xml
            build.gradle.kts | "1.0" | "1.1" | the project version is 1.1 in build.gradle.kts but 1.0 in pom.xml
            build.gradle.kts | set(17) | set(21) | the Java release is 21 in build.gradle.kts but 17 in pom.xml
            pom.xml | -Xshare:off | -Xshare:on | test JVM flag -Xshare:off is in build.gradle.kts but not in pom.xml
            """)
    void drift(String file, String old, String replacement, String expected) {
        assertThat(BuildDrift.in(IN_ORDER.with(file, old, replacement))).contains(expected);
    }

    @Test
    @DisplayName("a module with only one of the two build files is drift")
    void missingBuildFile() {
        assertThat(BuildDrift.in(IN_ORDER.without("app/build.gradle.kts")))
                .contains("app needs both app/pom.xml and app/build.gradle.kts");
        assertThat(BuildDrift.in(IN_ORDER.without("core/pom.xml")))
                .contains("core needs both core/pom.xml and core/build.gradle.kts");
    }

    @ParameterizedTest
    @CsvSource({
        "settings.gradle.kts, include(, maven { url = uri(\"https://repo.example.org\") } include(",
        "settings.gradle.kts, include(, mavenLocal() include(",
        "pom.xml, <modules>, <repository><url>http://nexus.example.org</url></repository><modules>",
    })
    @DisplayName("a repository is noticed")
    void repository(String file, String old, String replacement) {
        assertThat(RepositoryHosts.in(IN_ORDER.with(file, old, replacement)))
                .isNotEmpty()
                .allMatch(sentence -> sentence.startsWith(file));
    }
}

package io.fluxfabric.house.builds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BuildDriftTest {

    private final BuildFiles files = BuildFiles.ofRepository();

    @Test
    @DisplayName("both builds have the same modules, versions, dependencies, Java release and test flags")
    void buildsAgree() {
        assertThat(BuildDrift.in(files)).isEmpty();
    }

    @Test
    @DisplayName("no build file names a repository")
    void noRepositoryIsNamed() {
        assertThat(RepositoryHosts.in(files)).isEmpty();
    }

    @Test
    @DisplayName("the comparison really reads this repository")
    void nothingIsOverlooked() {
        assertThat(files.moduleDirectories()).contains("engine-api", "engine-r2dbc", "r2dbc-sqlite", "house-rules");
        assertThat(GradleScripts.versions(files.text(BuildFiles.CATALOG))).containsKeys("reactor", "junit");
        assertThat(MavenPom.parse(files.text("engine-api/pom.xml")).scopedDependencies())
                .contains("compile io.projectreactor:reactor-core");
    }
}

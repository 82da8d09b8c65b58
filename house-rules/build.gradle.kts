// The rules of the house as tests: architecture, and one truth for two builds.
dependencies {
    testImplementation(project(":engine-r2dbc"))
    testImplementation(project(":r2dbc-sqlite"))
    testImplementation(libs.archunit)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
}

// A real PostgreSQL for tests, benchmarks and the demo: by URL, by Docker, or from embedded binaries.
dependencies {
    api(libs.r2dbc.spi)
    implementation(libs.r2dbc.postgresql)
    implementation(libs.postgresql.jdbc)
    implementation(libs.embedded.postgres)
    implementation(libs.testcontainers.postgresql)
    api(libs.jspecify)
    implementation(libs.slf4j.api)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
    testImplementation(libs.logback.classic)
    runtimeOnly(libs.embedded.postgres.linux.amd64)
    runtimeOnly(libs.embedded.postgres.linux.arm64)
    runtimeOnly(libs.embedded.postgres.darwin.amd64)
    runtimeOnly(libs.embedded.postgres.darwin.arm64)
    runtimeOnly(libs.embedded.postgres.windows.amd64)
}

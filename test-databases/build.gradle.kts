// A real PostgreSQL for tests, benchmarks and the demo: by URL, by Docker, or from embedded binaries.
dependencies {
    implementation(libs.postgresql.jdbc)
    implementation(libs.embedded.postgres) {
        // The server binaries come from the platform's line below, at the version of the catalog.
        exclude(group = "io.zonky.test.postgres")
    }
    implementation(libs.testcontainers.postgresql)
    api(libs.jspecify)
    implementation(libs.slf4j.api)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
    testImplementation(libs.logback.classic)

    val arm = System.getProperty("os.arch") == "aarch64"
    when (System.getProperty("os.name").lowercase().substringBefore(' ')) {
        "linux" -> if (arm) runtimeOnly(libs.embedded.postgres.linux.arm64) else runtimeOnly(libs.embedded.postgres.linux.amd64)
        "mac" -> if (arm) runtimeOnly(libs.embedded.postgres.darwin.arm64) else runtimeOnly(libs.embedded.postgres.darwin.amd64)
        "windows" -> runtimeOnly(libs.embedded.postgres.windows.amd64)
    }
}

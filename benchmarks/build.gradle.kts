// Throughput and latency measured in one run.
dependencies {
    implementation(project(":engine-r2dbc"))
    implementation(project(":r2dbc-sqlite"))
    implementation(project(":test-databases"))
    implementation(libs.sqlite.jdbc)
    runtimeOnly(libs.logback.classic)
}

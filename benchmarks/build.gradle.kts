// Throughput and latency measured in one run.
dependencies {
    implementation(project(":engine-r2dbc"))
    implementation(project(":r2dbc-sqlite"))
    implementation(project(":test-databases"))
    implementation(libs.postgresql.jdbc)
    implementation(libs.r2dbc.postgresql)
    implementation(libs.sqlite.jdbc)
    implementation(libs.jackson.databind)
    implementation(libs.picocli)
    implementation(libs.hikaricp)
    implementation(libs.db.scheduler)
    // LGPL: measured here, and part of nothing that is published.
    implementation(libs.jobrunr)
    runtimeOnly(libs.logback.classic)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
}

// One runnable main per feature, and the command line behind the launcher.
dependencies {
    implementation(project(":engine-r2dbc"))
    // The demo brings its own PostgreSQL.
    implementation(project(":test-databases"))
    implementation(libs.jackson.databind)
    implementation(libs.picocli)
    runtimeOnly(libs.logback.classic)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
}

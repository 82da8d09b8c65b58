// One runnable main per feature, and the command line behind the launcher.
dependencies {
    implementation(project(":engine-r2dbc"))
    implementation(libs.picocli)
    runtimeOnly(libs.logback.classic)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
}

// One runnable main per feature, and the command line behind the launcher.
dependencies {
    implementation(project(":engine-r2dbc"))
    // The demo brings its own PostgreSQL.
    implementation(project(":test-databases"))
    implementation(libs.jackson.databind)
    implementation(libs.reactor.netty.http) {
        // Native libraries for HTTP/3 and faster transports; the JDK's own sockets do for an example.
        exclude(group = "io.netty", module = "netty-codec-native-quic")
        exclude(group = "io.netty", module = "netty-transport-native-epoll")
        exclude(group = "io.netty", module = "netty-resolver-dns-native-macos")
    }
    implementation(libs.picocli)
    runtimeOnly(libs.logback.classic)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
}

// The engine inside a Spring WebFlux application.
dependencies {
    implementation(project(":engine-r2dbc"))
    implementation(libs.spring.boot.starter.webflux) {
        // Native libraries for HTTP/3 and faster transports; the JDK's own sockets do for an example.
        exclude(group = "io.netty", module = "netty-codec-native-quic")
        exclude(group = "io.netty", module = "netty-transport-native-epoll")
        exclude(group = "io.netty", module = "netty-resolver-dns-native-macos")
    }
    implementation(libs.reactor.netty.http) {
        // Native libraries for HTTP/3 and faster transports; the JDK's own sockets do for an example.
        exclude(group = "io.netty", module = "netty-codec-native-quic")
        exclude(group = "io.netty", module = "netty-transport-native-epoll")
        exclude(group = "io.netty", module = "netty-resolver-dns-native-macos")
    }
    implementation(libs.spring.r2dbc)
    testImplementation(project(":test-databases"))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
}

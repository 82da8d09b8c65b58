// Faults on purpose: a kit of them, a run that injects them at random, and a long steady run.
dependencies {
    implementation(project(":engine-r2dbc"))
    implementation(project(":test-databases"))
    implementation(libs.reactor.netty.core) {
        // Native libraries of faster transports; the JDK's own sockets do here.
        exclude(group = "io.netty", module = "netty-transport-native-epoll")
        exclude(group = "io.netty", module = "netty-resolver-dns-native-macos")
    }
    implementation(libs.sqlite.jdbc)
    implementation(libs.jackson.databind)
    implementation(libs.picocli)
    runtimeOnly(libs.logback.classic)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.reactor.test)
    testImplementation(libs.assertj.core)
}

tasks.withType<Test>().configureEach {
    // Every buffer that a broken wire forgets is told of.
    systemProperty("io.netty.leakDetection.level", "paranoid")
    // How long ChaosTest runs on each database; -Dfluxfabric.chaos.minutes=60 for a long run.
    systemProperty("fluxfabric.chaos.minutes", System.getProperty("fluxfabric.chaos.minutes") ?: "2")
}

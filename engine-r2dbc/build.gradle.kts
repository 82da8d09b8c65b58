// The engine on R2DBC: dialects, transactions, operations, migrations.
dependencies {
    api(project(":engine-api"))
    api(libs.r2dbc.spi)
    implementation(libs.r2dbc.pool)
    implementation(libs.reactor.pool)
    implementation(libs.r2dbc.postgresql)
    implementation(libs.slf4j.api)
    // The driver brings one from before Netty 4.2, which clashes with what today's servers bring.
    runtimeOnly(libs.reactor.netty.core) {
        // Native libraries of faster transports; who wants them adds them.
        exclude(group = "io.netty", module = "netty-transport-native-epoll")
        exclude(group = "io.netty", module = "netty-resolver-dns-native-macos")
    }
    runtimeOnly(project(":r2dbc-sqlite"))
    testImplementation(project(":engine-tck"))
    testImplementation(project(":test-databases"))
    testImplementation(libs.r2dbc.h2)
    testImplementation(libs.reactor.test)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
    testImplementation(libs.blockhound.junit.platform)
    testImplementation(libs.logback.classic)
}

// The contracts once more with a statement per call: gathering may change no answer.
val statementPerCall = tasks.register<Test>("statementPerCall") {
    testClassesDirs = sourceSets["test"].output.classesDirs
    classpath = sourceSets["test"].runtimeClasspath
    include("**/contract/*Test.class")
    systemProperty("fluxfabric.test.coalescing", "off")
}

tasks.named("check") {
    dependsOn(statementPerCall)
}

// An R2DBC 1.0 driver for SQLite, useful without the engine.
dependencies {
    api(libs.r2dbc.spi)
    api(libs.reactor.core)
    implementation(libs.sqlite.jdbc)
    api(libs.jspecify)
    testImplementation(libs.r2dbc.spi.test)
    testImplementation(libs.r2dbc.pool)
    testImplementation(libs.reactor.pool)
    testImplementation(libs.spring.r2dbc)
    testImplementation(libs.reactor.test)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
    testImplementation(libs.blockhound.junit.platform)
    testImplementation(libs.logback.classic)
}

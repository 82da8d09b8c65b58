// Tests that take the engine as a whole: against a model, cancelled at any moment, fed with anything.
dependencies {
    testImplementation(project(":engine-r2dbc"))
    testImplementation(project(":chaos"))
    testImplementation(project(":engine-tck"))
    testImplementation(project(":test-databases"))
    testImplementation(libs.r2dbc.pool)
    testImplementation(libs.reactor.test)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.jqwik)
    testImplementation(libs.assertj.core)
    testImplementation(libs.blockhound.junit.platform)
    testImplementation(libs.logback.classic)
}

tasks.withType<Test>().configureEach {
    // How many random sequences each property tries; -Dfluxfabric.model.tries=20000 for a long run.
    systemProperty("jqwik.tries.default", System.getProperty("fluxfabric.model.tries") ?: "350")
}

// What applications program against: values, states, capabilities, outcomes, errors.
dependencies {
    api(libs.reactor.core)
    api(libs.jspecify)
    implementation(libs.slf4j.api)
    api(libs.jackson.databind)
    testImplementation(libs.reactor.test)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.assertj.core)
    testImplementation(libs.blockhound.junit.platform)
    testImplementation(libs.logback.classic)
}

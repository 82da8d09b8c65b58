// The contract every backend must pass, as JUnit interfaces.
dependencies {
    api(project(":engine-api"))
    api(libs.junit.jupiter)
    api(libs.reactor.test)
    api(libs.assertj.core)
}

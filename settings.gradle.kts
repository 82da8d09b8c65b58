rootProject.name = "fluxfabric"

dependencyResolutionManagement {
    repositoriesMode.set(RepositoriesMode.FAIL_ON_PROJECT_REPOS)
    repositories {
        mavenCentral()
    }
}

include(
    "r2dbc-sqlite",
    "engine-api",
    "engine-tck",
    "test-databases",
    "engine-r2dbc",
    "examples",
    "examples-spring",
    "benchmarks",
    "proof",
    "chaos",
    "house-rules",
)

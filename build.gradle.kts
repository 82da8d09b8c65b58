// The build for Gradle users (8.2 or later): the same modules, versions, flags and tests as pom.xml, on core plugins
// only. The gates that need more than javac (Error Prone, NullAway, formatting) live in the Maven build.

val published = setOf("r2dbc-sqlite", "engine-api", "engine-tck", "engine-r2dbc")
val catalog = extensions.getByType<VersionCatalogsExtension>().named("libs")

allprojects {
    group = "io.fluxfabric"
    version = "0.1.0-SNAPSHOT"
}

subprojects {
    apply(plugin = "java-library")

    tasks.withType<JavaCompile>().configureEach {
        options.encoding = "UTF-8"
        options.release.set(17)
        // "processing" only says that no annotation processor claimed @Test or @Nullable.
        options.compilerArgs.addAll(listOf("-Xlint:all,-processing", "-Werror", "-parameters"))
    }

    tasks.withType<Test>().configureEach {
        useJUnitPlatform()
        // BlockHound rewrites JDK methods when it is installed; JDK 13 and later must be told to allow it.
        jvmArgs("-XX:+AllowRedefinitionToAddDeleteMethods", "-XX:+EnableDynamicAgentLoading", "-Xshare:off")
    }

    dependencies {
        "testRuntimeOnly"(catalog.findLibrary("junit-platform-launcher").get())
    }

    if (name in published) {
        apply(plugin = "maven-publish")
        extensions.configure<JavaPluginExtension> {
            withSourcesJar()
        }
        extensions.configure<PublishingExtension> {
            publications.create<MavenPublication>("library") {
                from(components["java"])
            }
        }
    }
}

project(":benchmarks") {
    apply(plugin = "application")
    extensions.configure<JavaApplication> {
        mainClass.set("io.fluxfabric.engine.benchmarks.cli.Main")
    }
}

project(":chaos") {
    apply(plugin = "application")
    extensions.configure<JavaApplication> {
        mainClass.set("io.fluxfabric.engine.chaos.cli.Main")
    }
}

project(":examples") {
    apply(plugin = "application")
    extensions.configure<JavaApplication> {
        mainClass.set("io.fluxfabric.engine.examples.cli.Main")
    }
}

project(":examples-spring") {
    apply(plugin = "application")
    extensions.configure<JavaApplication> {
        mainClass.set("io.fluxfabric.engine.examples.spring.OrderApplication")
    }
}

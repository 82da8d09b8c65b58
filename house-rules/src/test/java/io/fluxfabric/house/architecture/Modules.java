package io.fluxfabric.house.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** Package names of the modules, and their compiled classes. */
final class Modules {

    static final String ROOT = "io.fluxfabric";
    static final String ENGINE = "io.fluxfabric.engine..";
    static final String ENGINE_ON_R2DBC = "io.fluxfabric.engine.r2dbc..";
    static final String DRIVER = "io.fluxfabric.r2dbc.sqlite..";
    static final String R2DBC = "io.r2dbc..";

    /** Modules around the product: they start servers, wait and print, and are not held to the engine's discipline. */
    static final String[] AROUND_THE_ENGINE = {
        "io.fluxfabric.engine.testdb..",
        "io.fluxfabric.engine.tck..",
        "io.fluxfabric.engine.examples..",
        "io.fluxfabric.engine.benchmarks..",
        "io.fluxfabric.engine.chaos.."
    };

    private Modules() {}

    /** The product: what the modules put into their jars. */
    static JavaClasses product() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(ROOT);
    }

    /** The violations planted in the test classes of this module, and nothing else. */
    static JavaClasses planted() {
        return new ClassFileImporter()
                .withImportOption(location -> location.contains("/planted") || location.contains("/Planted"))
                .importPackages(ROOT);
    }
}

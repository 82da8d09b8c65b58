package io.fluxfabric.house.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static io.fluxfabric.house.architecture.Modules.AROUND_THE_ENGINE;
import static io.fluxfabric.house.architecture.Modules.DRIVER;
import static io.fluxfabric.house.architecture.Modules.ENGINE;
import static io.fluxfabric.house.architecture.Modules.ENGINE_ON_R2DBC;
import static io.fluxfabric.house.architecture.Modules.R2DBC;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/** Who may know whom. A rule may find nothing to judge: a module starts empty. */
final class DependencyRules {

    /** The one package that talks to drivers, with what lies below it. */
    private static final String SQL = "io.fluxfabric.engine.r2dbc.sql..";

    /** The package of the doorway, without what lies below it. */
    private static final String DOORWAY = "io.fluxfabric.engine.r2dbc";

    /** Row mappers read a row where the statement stands; they cannot run one. */
    private static final Set<String> ROW_TYPES = Set.of("io.r2dbc.spi.Readable", "io.r2dbc.spi.Row");

    /** An application hands the doorway its own connections. */
    private static final Set<String> DOORWAY_TYPES =
            Set.of("io.r2dbc.spi.ConnectionFactory", "io.r2dbc.spi.Connection");

    static final ArchRule NO_CYCLES = slices().matching("io.fluxfabric.engine.(*)..")
            .should()
            .beFreeOfCycles()
            .allowEmptyShould(true);

    static final ArchRule NO_CYCLES_IN_ENGINE_ON_R2DBC = slices().matching("io.fluxfabric.engine.r2dbc.(*)..")
            .should()
            .beFreeOfCycles()
            .allowEmptyShould(true);

    static final ArchRule NO_CYCLES_IN_DRIVER = slices().matching("io.fluxfabric.r2dbc.sqlite.(*)..")
            .should()
            .beFreeOfCycles()
            .allowEmptyShould(true);

    static final ArchRule API_KNOWS_NO_R2DBC = noClasses()
            .that()
            .resideInAPackage(ENGINE)
            .and()
            .resideOutsideOfPackage(ENGINE_ON_R2DBC)
            .and()
            .resideOutsideOfPackages(AROUND_THE_ENGINE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(R2DBC, ENGINE_ON_R2DBC)
            .allowEmptyShould(true);

    static final ArchRule R2DBC_STAYS_IN_SQL = noClasses()
            .that()
            .resideInAPackage(ENGINE_ON_R2DBC)
            .and()
            .resideOutsideOfPackages(SQL, DOORWAY)
            .should()
            .dependOnClassesThat(r2dbcExcept(ROW_TYPES))
            .allowEmptyShould(true);

    static final ArchRule DOORWAY_ONLY_NAMES_CONNECTIONS = noClasses()
            .that()
            .resideInAPackage(DOORWAY)
            .should()
            .dependOnClassesThat(r2dbcExcept(DOORWAY_TYPES))
            .allowEmptyShould(true);

    static final ArchRule DRIVER_KNOWS_NO_ENGINE = noClasses()
            .that()
            .resideInAPackage(DRIVER)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ENGINE)
            .allowEmptyShould(true);

    private DependencyRules() {}

    private static DescribedPredicate<JavaClass> r2dbcExcept(Set<String> allowed) {
        return JavaClass.Predicates.resideInAPackage(R2DBC)
                .and(DescribedPredicate.describe(
                        "are not one of " + allowed, type -> !allowed.contains(type.getName())));
    }
}

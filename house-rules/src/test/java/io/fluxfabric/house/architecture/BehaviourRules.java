package io.fluxfabric.house.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static io.fluxfabric.house.architecture.Calls.anyOf;
import static io.fluxfabric.house.architecture.Calls.to;
import static io.fluxfabric.house.architecture.Modules.AROUND_THE_ENGINE;
import static io.fluxfabric.house.architecture.Modules.DRIVER;
import static io.fluxfabric.house.architecture.Modules.ENGINE;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;

/** Who may wait, subscribe, read a clock or create a statement. */
final class BehaviourRules {

    /** Who may subscribe, and why. Everybody else returns a publisher and leaves subscribing to the caller. */
    static final Map<String, String> SUBSCRIBERS = Map.of(
            "Coalescer", "sends a statement for many callers, each of whom only waits for its own answer",
            "OwnedWork", "runs a transaction to its end although its caller may have cancelled",
            "OwnedRuns", "lets a worker drain although whoever watched it may have cancelled",
            "GuardedHandler", "is an operator: it passes its subscriber on to what a handler returned, under watch");

    /** Who may read the machine's clock, and why. Leases and due times are judged by the database's clock only. */
    static final Map<String, String> CLOCK_READERS =
            Map.of("MintClock", "the milliseconds in a UUIDv7 give index locality and decide nothing");

    private static final String PUBLISHER = "org.reactivestreams.Publisher";
    private static final String SESSION = "io.fluxfabric.engine.r2dbc.sql.Session";

    private static final DescribedPredicate<JavaAccess<?>> WAITING = to("java.lang.Thread", "sleep|join")
            .or(to("java.lang.Object", "wait"))
            .or(to("java.util.concurrent.BlockingQueue", "take|put"))
            .or(to("java.util.concurrent.Future", "get|join"))
            .or(to("java.util.concurrent.CountDownLatch", "await"))
            .or(to("java.util.concurrent.CyclicBarrier", "await"))
            .or(to("java.util.concurrent.Semaphore", "acquire.*"))
            .or(to("java.util.concurrent.locks.Condition", "await.*"))
            .or(to("java.util.concurrent.locks.LockSupport", "park.*"))
            .or(to("java.util.concurrent.ExecutorService", "awaitTermination|invokeAll|invokeAny|close"))
            .as("a call that parks the thread");

    private static final DescribedPredicate<JavaAccess<?>> CLOCK = to("java.lang.System", "currentTimeMillis")
            .or(to("java.time.temporal.Temporal", "now"))
            .or(to("java.time.temporal.TemporalAccessor", "now"))
            .or(to("java.time.Clock", "system.*|tick.*"))
            .or(to("java.time.InstantSource", "system"))
            .or(to("java.util.Date", "<init>"))
            .or(to("java.util.Calendar", "getInstance"))
            .as("the machine's clock");

    static final ArchRule NOBODY_BLOCKS_ON_A_PUBLISHER = noClasses()
            .that()
            .resideInAnyPackage(ENGINE, DRIVER)
            .and()
            .resideOutsideOfPackages(AROUND_THE_ENGINE)
            .should()
            .accessTargetWhere(to(PUBLISHER, "block.*|toFuture|toIterable|toStream"))
            .allowEmptyShould(true);

    /** The driver is left out: its one job is to give SQLite's blocking calls a thread of their own. */
    static final ArchRule ENGINE_PARKS_NO_THREAD = noClasses()
            .that()
            .resideInAPackage(ENGINE)
            .and()
            .resideOutsideOfPackages(AROUND_THE_ENGINE)
            .should()
            .accessTargetWhere(WAITING)
            .allowEmptyShould(true);

    static final ArchRule ONLY_OWNERS_SUBSCRIBE = noClasses()
            .that()
            .resideInAnyPackage(ENGINE, DRIVER)
            .and()
            .resideOutsideOfPackages(AROUND_THE_ENGINE)
            .and(not(anyOf(SUBSCRIBERS.keySet())))
            .should()
            .accessTargetWhere(to(PUBLISHER, "subscribe|subscribeWith|connect"))
            .allowEmptyShould(true);

    static final ArchRule NO_CLOCK_BUT_THE_DATABASES = noClasses()
            .that()
            .resideInAnyPackage(ENGINE, DRIVER)
            .and()
            .resideOutsideOfPackages(AROUND_THE_ENGINE)
            .and(not(anyOf(CLOCK_READERS.keySet())))
            .should()
            .accessTargetWhere(CLOCK)
            .allowEmptyShould(true);

    static final ArchRule STATEMENTS_ARE_CREATED_IN_SESSION = noClasses()
            .that()
            .resideInAPackage(ENGINE)
            .and()
            .resideOutsideOfPackages(AROUND_THE_ENGINE)
            .and()
            .doNotHaveFullyQualifiedName(SESSION)
            .should()
            .accessTargetWhere(to("io.r2dbc.spi.Connection", "createStatement|createBatch"))
            .allowEmptyShould(true);

    private BehaviourRules() {}
}

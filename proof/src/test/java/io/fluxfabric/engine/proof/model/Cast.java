package io.fluxfabric.engine.proof.model;

import io.fluxfabric.engine.id.WorkerIdentity;
import java.util.List;

/** Who and what plays in a sequence. */
final class Cast {

    /** The last one is an impostor: another worker under the instance id of the first. */
    static final List<WorkerIdentity> WORKERS = List.of(
            WorkerIdentity.of("anna", "anna-1"),
            WorkerIdentity.of("anna", "anna-2"),
            WorkerIdentity.of("bert", "bert-1"),
            WorkerIdentity.of("bert", "anna-1"));

    static final List<String> LANES = List.of("mail", "bills");

    private static final List<List<String>> CAPABILITIES = List.of(List.of(), List.of("gpu"), List.of("gpu", "smtp"));

    private Cast() {}

    static WorkerIdentity worker(int number) {
        return WORKERS.get(Math.floorMod(number, WORKERS.size()));
    }

    static String instance(int number) {
        return worker(number).instance().value();
    }

    static String lane(int number) {
        return LANES.get(Math.floorMod(number, LANES.size()));
    }

    static String[] capabilities(int number) {
        return CAPABILITIES.get(Math.floorMod(number, CAPABILITIES.size())).toArray(String[]::new);
    }

    static boolean covers(int offers, int requires) {
        return List.of(capabilities(offers)).containsAll(List.of(capabilities(requires)));
    }

    static long seconds(int seconds) {
        return seconds * 1000L;
    }
}

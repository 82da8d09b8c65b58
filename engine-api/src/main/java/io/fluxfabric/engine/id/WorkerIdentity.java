package io.fluxfabric.engine.id;

/** Who claims: a worker and the one process of it that will hold the lease. */
public record WorkerIdentity(WorkerId worker, WorkerInstanceId instance) {

    public static WorkerIdentity of(String worker, String instance) {
        return new WorkerIdentity(WorkerId.of(worker), WorkerInstanceId.of(instance));
    }

    @Override
    public String toString() {
        return worker + "/" + instance;
    }
}

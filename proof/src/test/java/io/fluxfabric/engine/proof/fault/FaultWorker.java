package io.fluxfabric.engine.proof.fault;

import io.fluxfabric.engine.r2dbc.R2dbcEngine;
import io.fluxfabric.engine.task.Worker;
import io.fluxfabric.engine.task.WorkerEvent;
import reactor.core.Disposable;

/** A worker in a process of its own, which tells what happens line by line and drains when its input ends. */
final class FaultWorker {

    private FaultWorker() {}

    public static void main(String[] arguments) throws Exception {
        R2dbcEngine engine = R2dbcEngine.open(arguments[0]);
        Worker worker = Load.worker(engine);
        Disposable running = worker.run().subscribe(FaultWorker::tell);
        while (System.in.read() >= 0) {
            // whoever started it closes its input
        }
        running.dispose();
        worker.ended().block(Waiting.PATIENCE);
        engine.close().block(Waiting.PATIENCE);
    }

    private static void tell(WorkerEvent event) {
        if (event instanceof WorkerEvent.OfTask task) {
            System.out.println(event.getClass().getSimpleName() + " " + task.executionId());
        }
    }
}

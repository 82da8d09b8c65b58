package io.fluxfabric.engine.benchmarks.peer;

import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;

/** A job of JobRunr: a text of a given length. Public, with a constructor for its JSON mapper. */
public final class BenchJob implements JobRequest {

    private static final long serialVersionUID = 1L;

    static final Handler HANDLER = new Handler();

    private String payload = "";

    /** For the JSON mapper. */
    public BenchJob() {}

    BenchJob(int length) {
        payload = "x".repeat(length);
    }

    public String payload() {
        return payload;
    }

    @Override
    public Class<Run> getJobRequestHandler() {
        return Run.class;
    }

    /** Runs such a job. */
    public static final class Run implements JobRequestHandler<BenchJob> {
        @Override
        public void run(BenchJob job) {
            HANDLER.run();
        }
    }
}

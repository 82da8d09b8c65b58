package io.fluxfabric.engine.proof.model;

import io.fluxfabric.engine.policy.FailureClass;
import io.fluxfabric.engine.reconcile.Reconciler;
import io.fluxfabric.engine.state.BlockingReason;
import io.fluxfabric.engine.state.LaneState;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Something that is done to the engine and to the model alike. A step names what it is about by numbers: the n-th execution, handle
 * or grant its actor has seen, counted round. So every sequence of steps makes sense, a shrunken one too.
 */
sealed interface Step {

    /** Does it, and tells the answer in words that are the same for the engine and the model. */
    String on(Verbs verbs);

    /** How often a failed execution is tried again. */
    enum Retrying {
        NEVER,
        TWICE_AT_ONCE,
        ONCE_LATER,
        GROWING,
        NET_ONLY
    }

    /**
     * Times are seconds, and 0 is none.
     *
     * @param key which idempotency key; none if 0
     * @param ownDeadline whether the deadline is the execution's own, or that of its policy
     */
    record Submit(
            int lane,
            int priority,
            int requires,
            int delay,
            Retrying retry,
            int timeout,
            int deadline,
            boolean ownDeadline,
            int maxReclaims,
            int maxReplays,
            int retention,
            int key)
            implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.submit(this);
        }

        /** Whether two ask for the same, as the engine understands them. */
        boolean asksTheSameAs(Submit other) {
            return understood().equals(other.understood());
        }

        private Submit understood() {
            return new Submit(
                    lane,
                    Math.max(0, Math.min(9000, priority)),
                    requires,
                    delay,
                    retry,
                    timeout,
                    deadline,
                    ownDeadline && deadline > 0,
                    maxReclaims,
                    maxReplays,
                    retention,
                    key);
        }
    }

    record Claim(int lane, int who, int offers, int max, int lease) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.claim(this);
        }
    }

    record Renew(int handle) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.renew(this);
        }
    }

    record RenewBoth(int handle, int other) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.renewBoth(this);
        }
    }

    record Progress(int handle, int percent) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.progress(this);
        }
    }

    record Complete(int handle) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.complete(this);
        }
    }

    /**
     * Ends an attempt badly.
     *
     * @param net whether the category of the failure is {@code net}, and not the name of its class
     */
    record Fail(int handle, FailureClass sort, boolean net) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.fail(this);
        }
    }

    record Delay(int handle, int seconds) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.delay(this);
        }
    }

    record Release(int handle) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.release(this);
        }
    }

    record CancelHeld(int handle) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.cancelHeld(this);
        }
    }

    record Cancel(int execution) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.cancel(this);
        }
    }

    /**
     * Takes a lease away.
     *
     * @param holder whose lease it must be; anybody's if negative
     */
    record Revoke(int execution, int holder) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.revoke(this);
        }
    }

    /** Takes a lease only if it is the one of a handle. */
    record RevokeEpoch(int handle) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.revokeEpoch(this);
        }
    }

    record Prioritise(int execution, int priority) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.prioritise(this);
        }
    }

    record Replay(int execution) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.replay(this);
        }
    }

    record Block(int execution, BlockingReason reason) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.block(this);
        }
    }

    /**
     * Lets a blocked execution go.
     *
     * @param expected {@code NONE} for whatever it is
     */
    record Unblock(int execution, BlockingReason expected) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.unblock(this);
        }
    }

    record IssueGrant(int execution, int who, int offers, int ttl) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.issueGrant(this);
        }
    }

    record GrantBest(int lane, int who, int offers, int ttl) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.grantBest(this);
        }
    }

    /**
     * Claims with a grant.
     *
     * @param who who claims; the grantee if negative
     */
    record UseGrant(int grant, int who, int lease) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.useGrant(this);
        }
    }

    record ForceClaim(int execution, int who, int lease) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.forceClaim(this);
        }
    }

    record IssueReclaim(int execution, int who, int offers, int ttl) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.issueReclaim(this);
        }
    }

    /**
     * Takes over with a grant.
     *
     * @param who who takes over; the grantee if negative
     */
    record Reclaim(int grant, int who, int lease) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.reclaim(this);
        }
    }

    /** Sends a request that named its lease once more: a grant's use, a forced claim or a reclaim. */
    record Again(int use) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.again(this);
        }
    }

    record Register(int who, int ttl) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.register(this);
        }
    }

    record Beat(int who) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.beat(this);
        }
    }

    record BeatAndRenew(int who, int handle) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.beatAndRenew(this);
        }
    }

    /**
     * Declares an instance dead.
     *
     * @param grace whether the node that is told keeps lost executions for reclaims
     */
    record MarkDead(int who, boolean grace) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.markDead(this);
        }
    }

    record DrainWorker(int who, boolean drain) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.drainWorker(this);
        }
    }

    record SetLane(int lane, LaneState state) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.setLane(this);
        }
    }

    /**
     * One pass of a reconciler.
     *
     * @param grace whether the node that does it keeps lost executions for reclaims
     */
    record Pass(Reconciler.Task task, boolean grace) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.pass(this);
        }
    }

    record Advance(int millis) implements Step {
        @Override
        public String on(Verbs verbs) {
            return verbs.advance(this);
        }
    }

    /** The step as it is written in Java. */
    static String java(Step step) {
        return Arrays.stream(step.getClass().getRecordComponents())
                .map(component -> java(value(step, component)))
                .collect(Collectors.joining(", ", "new Step." + step.getClass().getSimpleName() + "(", ")"));
    }

    private static String java(Object value) {
        return value instanceof Enum<?> constant
                ? constant.getDeclaringClass().getCanonicalName().replace("io.fluxfabric.engine.proof.model.", "") + "."
                        + constant.name()
                : String.valueOf(value);
    }

    private static Object value(Step step, RecordComponent component) {
        try {
            return component.getAccessor().invoke(step);
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(impossible.getMessage(), impossible);
        }
    }
}

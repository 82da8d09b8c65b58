package io.fluxfabric.engine.error;

/** The execution, grant or lane is in a state that does not allow what was asked. */
public sealed class StateException extends EngineException permits LeaseLostException, ExecutionNotActiveException {
    private static final long serialVersionUID = 1L;

    public StateException(ErrorCode code, String message, Details details) {
        super(code, message, details, null);
    }

    /** A refusal about one execution. */
    public static StateException of(ErrorCode code, String executionId, String problem) {
        return new StateException(
                code, "execution " + executionId + " " + problem, Details.of("execution", executionId));
    }

    public static StateException executionNotTerminal(String executionId, String publicState) {
        return new StateException(
                ErrorCode.EXECUTION_NOT_TERMINAL,
                "execution " + executionId + " is " + publicState + "; only a finished one can be replayed",
                Details.of("execution", executionId).and("public_state", publicState));
    }

    public static StateException maxReplaysExhausted(String executionId, int replays, int limit) {
        return new StateException(
                ErrorCode.MAX_REPLAYS_EXHAUSTED,
                "execution " + executionId + " was replayed " + replays + " times; its policy allows " + limit,
                Details.of("execution", executionId).and("replays", replays).and("limit", limit));
    }

    public static StateException grantAlreadyExists(String executionId) {
        return of(ErrorCode.GRANT_ALREADY_EXISTS, executionId, "already has a live grant");
    }

    public static StateException laneNotAccepting(String lane, String laneState) {
        return new StateException(
                ErrorCode.LANE_NOT_ACCEPTING,
                "lane " + lane + " is " + laneState + " and takes no new executions",
                Details.of("lane", lane).and("lane_state", laneState));
    }
}

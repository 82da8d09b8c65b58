package io.fluxfabric.engine.error;

import org.jspecify.annotations.Nullable;

/** Input, or something read back, that cannot be accepted as it is; nothing was written. */
public final class ValidationException extends EngineException {
    private static final long serialVersionUID = 1L;

    private final String field;

    /**
     * @param field what the caller must change, as the caller knows it
     * @param problem what is wrong with it, as the rest of a sentence that starts with the field
     */
    public ValidationException(
            ErrorCode code, String field, String problem, Details details, @Nullable Throwable cause) {
        super(code, field + " " + problem, details, cause);
        this.field = field;
    }

    public static ValidationException invalidInput(String field, String problem) {
        return of(ErrorCode.INVALID_INPUT, field, problem);
    }

    public static ValidationException invalidInput(String field, String problem, @Nullable Throwable cause) {
        return new ValidationException(ErrorCode.INVALID_INPUT, field, problem, Details.of("field", field), cause);
    }

    public static ValidationException of(ErrorCode code, String field, String problem) {
        return new ValidationException(code, field, problem, Details.of("field", field), null);
    }

    /** A number, a duration or a count outside of its range. */
    public static ValidationException outOfRange(String field, Object least, Object most, Object actual) {
        return new ValidationException(
                ErrorCode.INVALID_INPUT,
                field,
                "must be between " + least + " and " + most + ", but is " + actual,
                Details.of("field", field).and("least", least).and("most", most).and("actual", actual),
                null);
    }

    /** More of something than its limit allows. */
    public static ValidationException tooLarge(ErrorCode code, String field, String unit, long limit, long actual) {
        return new ValidationException(
                code,
                field,
                "may have at most " + limit + " " + unit + ", but has " + actual,
                Details.of("field", field)
                        .and("limit", limit)
                        .and("actual", actual)
                        .and("unit", unit),
                null);
    }

    /** Stored or transmitted data that the engine cannot have written. */
    public static ValidationException corruption(String field, String problem) {
        return of(ErrorCode.CORRUPTION, field, problem);
    }

    public static ValidationException corruption(String field, String problem, @Nullable Throwable cause) {
        return new ValidationException(ErrorCode.CORRUPTION, field, problem, Details.of("field", field), cause);
    }

    /**
     * The offer does not cover what the execution requires.
     *
     * @param missing the required capabilities that were not offered, sorted and comma-separated
     */
    public static ValidationException capabilityMismatch(String executionId, String missing) {
        return new ValidationException(
                ErrorCode.CAPABILITY_MISMATCH,
                "capabilities",
                "lack [" + missing + "], which execution " + executionId + " requires",
                Details.of("field", "capabilities")
                        .and("execution", executionId)
                        .and("missing", missing),
                null);
    }

    public static ValidationException handleFromOtherBackend(String expected, String actual) {
        return new ValidationException(
                ErrorCode.HANDLE_FROM_OTHER_BACKEND,
                "handle",
                "was issued by " + actual + ", but this engine runs on " + expected,
                Details.of("field", "handle").and("expected", expected).and("actual", actual),
                null);
    }

    /** The name of what the caller must change. */
    public String field() {
        return field;
    }
}

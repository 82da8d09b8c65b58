package io.fluxfabric.engine.id;

import io.fluxfabric.engine.error.Details;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names one execution, and with it the partition that holds the execution: <code>{fp:7}:018f3c…</code>.
 *
 * <p>The partition is part of the id, so that it can be found without knowing how many partitions there are. Whether it
 * exists in a given database is for the engine to check.
 */
public record ExecutionId(int partition, UUID uuid) implements Comparable<ExecutionId> {
    private static final Pattern TAGGED = Pattern.compile("\\{fp:([^}]*)}:(.*)", Pattern.DOTALL);
    // No sign and no leading zero: an id has one spelling of its tag only.
    private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,4}");

    /** What can be wrong with the text of an id; {@link #literal()} stands in the error's details as {@code problem}. */
    public enum ParseProblem {
        /** Does not start with a partition tag, as a bare UUID does not. */
        MISSING_TAG("must start with a partition tag such as {fp:7}:"),
        /** The tag holds no whole number from 0 to 65535. */
        INVALID_PARTITION("must have a partition index from 0 to 65535 in its tag"),
        /** No canonical UUID follows the tag. */
        INVALID_UUID("must have a canonical UUID behind its tag");

        private final String demand;

        ParseProblem(String demand) {
            this.demand = demand;
        }

        public String literal() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public ExecutionId {
        if (partition < 0 || partition > PartitionCount.MAX - 1) {
            throw ValidationException.outOfRange("executionId.partition", 0, PartitionCount.MAX - 1, partition);
        }
    }

    public static ExecutionId of(int partition, UUID uuid) {
        return new ExecutionId(partition, uuid);
    }

    /** Reads the wire form; refused with {@code InvalidInput} and one of {@link ParseProblem}. */
    public static ExecutionId parse(String text) {
        Matcher tagged = TAGGED.matcher(text);
        if (!tagged.matches()) {
            throw refused(ParseProblem.MISSING_TAG);
        }
        String index = tagged.group(1);
        if (!INDEX.matcher(index).matches() || Integer.parseInt(index) > PartitionCount.MAX - 1) {
            throw refused(ParseProblem.INVALID_PARTITION);
        }
        UUID uuid = CanonicalUuid.parse(tagged.group(2)).orElseThrow(() -> refused(ParseProblem.INVALID_UUID));
        return new ExecutionId(Integer.parseInt(index), uuid);
    }

    private static ValidationException refused(ParseProblem problem) {
        return new ValidationException(
                ErrorCode.INVALID_INPUT,
                "executionId",
                problem.demand,
                Details.of("field", "executionId").and("problem", problem.literal()),
                null);
    }

    /** By partition, then by UUID as unsigned bytes, which is how the databases order them. */
    @Override
    public int compareTo(ExecutionId other) {
        int byPartition = Integer.compare(partition, other.partition);
        if (byPartition != 0) {
            return byPartition;
        }
        // UUID.compareTo takes the halves as signed numbers.
        int byHigh = Long.compareUnsigned(uuid.getMostSignificantBits(), other.uuid.getMostSignificantBits());
        return byHigh != 0
                ? byHigh
                : Long.compareUnsigned(uuid.getLeastSignificantBits(), other.uuid.getLeastSignificantBits());
    }

    /** The wire form. */
    @Override
    public String toString() {
        return "{fp:" + partition + "}:" + uuid;
    }
}

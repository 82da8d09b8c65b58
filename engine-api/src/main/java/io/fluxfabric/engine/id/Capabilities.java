package io.fluxfabric.engine.id;

import io.fluxfabric.engine.error.Details;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.limits.TextRule;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What an execution requires of its worker, or what a worker offers: a sorted set of case-sensitive tokens; immutable.
 *
 * <p>A worker can run an execution if its offer contains all that is required; who requires nothing is served by anybody.
 */
public final class Capabilities {
    /** The most tokens of a set. */
    public static final int MAX_TOKENS = 256;
    /** The most UTF-8 bytes of a set written as one line, separated by commas. */
    public static final int MAX_CSV_BYTES = 4096;

    private static final Capabilities NONE = new Capabilities(new TreeSet<>());

    private final SortedSet<String> tokens;

    private Capabilities(SortedSet<String> tokens) {
        this.tokens = Collections.unmodifiableSortedSet(tokens);
    }

    public static Capabilities none() {
        return NONE;
    }

    /** What an execution requires; refused with {@code InvalidCapabilities} and {@code required:<problem>}. */
    public static Capabilities required(Collection<? extends @Nullable String> tokens) {
        return checked("required", tokens);
    }

    /** What an execution requires. */
    public static Capabilities required(String... tokens) {
        return required(Arrays.asList(tokens));
    }

    /** What a worker offers; refused with {@code InvalidCapabilities} and {@code worker:<problem>}. */
    public static Capabilities offered(Collection<? extends @Nullable String> tokens) {
        return checked("worker", tokens);
    }

    /** What a worker offers. */
    public static Capabilities offered(String... tokens) {
        return offered(Arrays.asList(tokens));
    }

    private static Capabilities checked(String whose, Collection<? extends @Nullable String> tokens) {
        TreeSet<String> sorted = new TreeSet<>();
        for (String token : tokens) {
            sorted.add(checked(whose, token));
        }
        if (sorted.size() > MAX_TOKENS) {
            throw refused(whose, CapabilityProblem.TOO_MANY_TOKENS, sorted.size());
        }
        long bytes = TextRule.utf8Bytes(String.join(",", sorted));
        if (bytes > MAX_CSV_BYTES) {
            throw refused(whose, CapabilityProblem.TOO_MANY_BYTES, bytes);
        }
        return sorted.isEmpty() ? NONE : new Capabilities(sorted);
    }

    private static String checked(String whose, @Nullable String token) {
        if (token == null) {
            throw refused(whose, CapabilityProblem.NON_STRING_TOKEN, null);
        }
        if (token.isEmpty()) {
            throw refused(whose, CapabilityProblem.EMPTY_TOKEN, null);
        }
        token.codePoints().forEach(codePoint -> {
            if (codePoint == ',') {
                throw refused(whose, CapabilityProblem.COMMA_IN_TOKEN, null);
            }
            if (isControlOrWhitespace(codePoint)) {
                throw refused(whose, CapabilityProblem.CONTROL_OR_WHITESPACE, null);
            }
        });
        return token;
    }

    private static boolean isControlOrWhitespace(int codePoint) {
        return Character.isISOControl(codePoint)
                || Character.isWhitespace(codePoint)
                || Character.isSpaceChar(codePoint)
                || Character.getType(codePoint) == Character.SURROGATE;
    }

    private static ValidationException refused(String whose, CapabilityProblem problem, @Nullable Number actual) {
        return new ValidationException(
                ErrorCode.INVALID_CAPABILITIES,
                whose + " capabilities",
                problem.demand() + (actual == null ? "" : ", but have " + actual),
                Details.of("detail", whose + ":" + problem.literal()).and("actual", actual),
                null);
    }

    /** The tokens in their order; unmodifiable. */
    public SortedSet<String> tokens() {
        return tokens;
    }

    public boolean isEmpty() {
        return tokens.isEmpty();
    }

    /** Whether a worker that offers these can run an execution that requires those. */
    public boolean cover(Capabilities required) {
        return tokens.containsAll(required.tokens);
    }

    /** What is missing from these to cover what is required. */
    public Capabilities missing(Capabilities required) {
        TreeSet<String> missing = new TreeSet<>(required.tokens);
        missing.removeAll(tokens);
        return missing.isEmpty() ? NONE : new Capabilities(missing);
    }

    /** The sorted tokens on one line, separated by commas. */
    public String csv() {
        return String.join(",", tokens);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Capabilities capabilities && tokens.equals(capabilities.tokens);
    }

    @Override
    public int hashCode() {
        return tokens.hashCode();
    }

    @Override
    public String toString() {
        return tokens.toString();
    }
}

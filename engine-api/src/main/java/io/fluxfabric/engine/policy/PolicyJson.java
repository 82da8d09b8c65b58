package io.fluxfabric.engine.policy;

import io.fluxfabric.engine.error.Details;
import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.policy.Backoff.Exponential;
import io.fluxfabric.engine.policy.Backoff.Fixed;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The stored form of a policy.
 *
 * <p>Written by hand and not by reflection, because rows outlive releases: a renamed component must not change the form.
 * What is unset is left out, what is missing gets its default, and what is unknown is ignored, so that a row written by a
 * newer release can still be read.
 */
final class PolicyJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private PolicyJson() {}

    static String write(ExecutionPolicy policy) {
        ExecutionPolicy defaults = ExecutionPolicy.defaults();
        ObjectNode json = MAPPER.createObjectNode();
        if (!policy.retry().equals(defaults.retry())) {
            write(policy.retry(), json.putObject("retry"));
        }
        policy.attemptTimeout().ifPresent(time -> json.put("attempt_timeout_ms", time.toMillis()));
        policy.executionDeadline().ifPresent(time -> json.put("execution_deadline_ms", time.toMillis()));
        if (policy.maxReclaims() != defaults.maxReclaims()) {
            json.put("max_reclaim_count", policy.maxReclaims());
        }
        if (policy.maxReplays() != defaults.maxReplays()) {
            json.put("max_replay_count", policy.maxReplays());
        }
        policy.retention().ifPresent(time -> json.put("retention_ms", time.toMillis()));
        if (!policy.dedupWindow().equals(defaults.dedupWindow())) {
            json.put("dedup_window_ms", policy.dedupWindow().toMillis());
        }
        return json.toString();
    }

    private static void write(Retry retry, ObjectNode json) {
        json.put("max_retries", retry.maxRetries());
        json.put("backoff", retry.backoff().kind().name().toLowerCase(Locale.ROOT));
        if (retry.backoff() instanceof Exponential growing) {
            json.put("initial_ms", growing.initial().toMillis());
            json.put("max_ms", growing.longest().toMillis());
            json.put("multiplier", growing.multiplier());
        } else {
            json.put("delay_ms", retry.backoff().after(0).toMillis());
        }
        if (retry.jittered()) {
            json.put("jitter", true);
        }
        if (!retry.categories().isEmpty()) {
            retry.categories().forEach(json.putArray("retryable_categories")::add);
        }
    }

    static ExecutionPolicy read(String text) {
        try {
            return read(object("policy", MAPPER.readTree(text)));
        } catch (JacksonException unreadable) {
            throw refused("is not JSON", unreadable);
        } catch (ValidationException invalid) {
            throw invalid.code() == ErrorCode.INVALID_POLICY_JSON
                    ? invalid
                    : refused("is invalid: " + invalid.getMessage(), invalid);
        }
    }

    private static ExecutionPolicy read(JsonNode json) {
        ExecutionPolicy defaults = ExecutionPolicy.defaults();
        JsonNode retry = json.path("retry");
        return new ExecutionPolicy(
                retry.isMissingNode() ? defaults.retry() : readRetry(object("retry", retry)),
                millis(json, "attempt_timeout_ms"),
                millis(json, "execution_deadline_ms"),
                count(json, "max_reclaim_count", defaults.maxReclaims()),
                count(json, "max_replay_count", defaults.maxReplays()),
                millis(json, "retention_ms"),
                millis(json, "dedup_window_ms").orElse(defaults.dedupWindow()));
    }

    private static Retry readRetry(JsonNode json) {
        return new Retry(
                backoff(json), count(json, "max_retries", Retry.DEFAULT_MAX), flag(json, "jitter"), categories(json));
    }

    private static Backoff backoff(JsonNode json) {
        JsonNode kind = json.path("backoff");
        if (kind.isString() && kind.stringValue().equals("fixed")) {
            return new Fixed(millis(json, "delay_ms").orElseThrow(() -> refused("lacks delay_ms", null)));
        }
        if (kind.isString() && kind.stringValue().equals("exponential")) {
            JsonNode multiplier = json.path("multiplier");
            return new Exponential(
                    millis(json, "initial_ms").orElseThrow(() -> refused("lacks initial_ms", null)),
                    millis(json, "max_ms").orElse(Exponential.DEFAULT_LONGEST),
                    multiplier.isMissingNode() ? Exponential.DEFAULT_MULTIPLIER : number("multiplier", multiplier));
        }
        throw refused("has a backoff that is neither fixed nor exponential", null);
    }

    private static Set<String> categories(JsonNode json) {
        JsonNode list = json.path("retryable_categories");
        Set<String> categories = new TreeSet<>();
        if (!list.isMissingNode() && !list.isArray()) {
            throw refused("has retryable_categories that are no array", null);
        }
        for (JsonNode category : list) {
            if (!category.isString()) {
                throw refused("has a retryable category that is no text", null);
            }
            categories.add(category.stringValue());
        }
        return categories;
    }

    private static JsonNode object(String name, JsonNode json) {
        if (!json.isObject()) {
            throw refused("has a " + name + " that is no object", null);
        }
        return json;
    }

    private static Optional<Duration> millis(JsonNode json, String name) {
        JsonNode value = json.path(name);
        return value.isMissingNode() ? Optional.empty() : Optional.of(Duration.ofMillis(whole(name, value)));
    }

    private static int count(JsonNode json, String name, int otherwise) {
        JsonNode value = json.path(name);
        // Beyond an int it is out of range in any case, and the range is checked where the value goes.
        return value.isMissingNode() ? otherwise : (int) Math.min(Integer.MAX_VALUE, Math.max(-1, whole(name, value)));
    }

    private static long whole(String name, JsonNode value) {
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw refused("has a " + name + " that is no whole number", null);
        }
        return value.longValue();
    }

    private static double number(String name, JsonNode value) {
        if (!value.isNumber()) {
            throw refused("has a " + name + " that is no number", null);
        }
        return value.doubleValue();
    }

    private static boolean flag(JsonNode json, String name) {
        JsonNode value = json.path(name);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw refused("has a " + name + " that is neither true nor false", null);
        }
        return value.isBoolean() && value.booleanValue();
    }

    private static ValidationException refused(String problem, @Nullable Throwable cause) {
        return new ValidationException(
                ErrorCode.INVALID_POLICY_JSON, "policy", problem, Details.of("field", "policy"), cause);
    }
}

package io.fluxfabric.engine.r2dbc.grant;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.grant.GrantKey;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a grant, taken apart: <code>ff:claim:{fp:7}:018f3c…:1767225600000:key:signature</code>.
 *
 * <p>The signature is over all of it and over the worker the grant was given to, whose name is not in the text: who finds a grant does not
 * know whose it is.
 *
 * @param keyId the name of the key that signed it
 */
public record GrantText(GrantKind kind, ExecutionId executionId, long expiresAtMs, String keyId, String signature) {

    private static final Pattern FORM = Pattern.compile(
            "ff:(claim|reclaim):(\\{fp:[0-9]{1,5}}:[0-9a-f-]{36}):([1-9][0-9]{0,17}):([0-9a-z]{1,64}):([0-9a-f]{64})");

    static GrantText sign(GrantKind kind, ExecutionId id, WorkerIdentity worker, long expiresAtMs, SigningKey key) {
        return new GrantText(kind, id, expiresAtMs, key.id(), key.sign(message(kind, id, worker, expiresAtMs)));
    }

    /** Refused with {@code InvalidInput} if it does not even look like one. */
    public static GrantText parse(GrantKey key) {
        Matcher form = FORM.matcher(key.value());
        if (!form.matches()) {
            throw ValidationException.invalidInput("grant", "is not the text of a grant");
        }
        return new GrantText(
                GrantKind.valueOf(form.group(1).toUpperCase(Locale.ROOT)),
                ExecutionId.parse(form.group(2)),
                Long.parseLong(form.group(3)),
                form.group(4),
                form.group(5));
    }

    /** Whether the key has signed this for that worker. */
    public boolean isFor(WorkerIdentity worker, SigningKey key) {
        return key.signed(message(kind, executionId, worker, expiresAtMs), signature);
    }

    /** No part can contain a line feed, so the message has one reading only. */
    private static String message(GrantKind kind, ExecutionId id, WorkerIdentity worker, long expiresAtMs) {
        return String.join(
                "\n",
                kind.literal(),
                id.toString(),
                worker.worker().value(),
                worker.instance().value(),
                Long.toString(expiresAtMs));
    }

    /** The text as it is shown. */
    public GrantKey key() {
        return GrantKey.of(text());
    }

    /** The name under which it is stored; nobody can make the text from it. */
    public byte[] id() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text().getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException("every JDK has SHA-256", error);
        }
    }

    private String text() {
        return "ff:%s:%s:%d:%s:%s".formatted(kind.literal(), executionId, expiresAtMs, keyId, signature);
    }

    /** Without the signature. */
    @Override
    public String toString() {
        return "GrantText[%s %s]".formatted(kind.literal(), executionId);
    }
}

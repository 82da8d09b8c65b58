package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.execution.Submit;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** What a request asks for, as a digest: the same key with another fingerprint is a mistake of the caller. */
final class Fingerprint {

    private Fingerprint() {}

    static String of(Submit submit) {
        MessageDigest digest = Routes.sha256();
        add(digest, submit.kind().value());
        add(digest, submit.lane().value());
        add(digest, String.valueOf(submit.priority().value()));
        add(digest, submit.required().csv());
        add(digest, submit.policy().toJson());
        add(digest, submit.tags().asMap().toString());
        add(digest, submit.startAt().toString());
        add(digest, submit.deadline().toString());
        add(digest, submit.payload().isNone() ? "none" : submit.payload().encoding());
        digest.update(submit.payload().asByteBuffer());
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Lengths keep two neighbouring texts from running into each other. */
    private static void add(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }
}

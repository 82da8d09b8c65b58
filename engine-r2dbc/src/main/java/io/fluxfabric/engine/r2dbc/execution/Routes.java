package io.fluxfabric.engine.r2dbc.execution;

import io.fluxfabric.engine.id.Capabilities;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Namespace;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** The ids of routes: made from namespace, lane and required capabilities, so that nobody has to look one up to submit. */
final class Routes {

    private Routes() {}

    static UUID id(Namespace namespace, LaneId lane, Capabilities required) {
        // No part can contain a line feed, so the text has one reading only.
        String text = namespace.value() + "\n" + lane.value() + "\n" + required.csv();
        ByteBuffer digest = ByteBuffer.wrap(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
        return new UUID(digest.getLong(), digest.getLong());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException("every JDK has SHA-256", error);
        }
    }
}

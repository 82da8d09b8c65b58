package io.fluxfabric.engine.id;

import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.UUID;

/**
 * Makes random UUIDs (version 4) that nobody can guess; thread-safe.
 *
 * <p>The default {@link SecureRandom} reads a device file on each call, which must not happen on an event loop. This one is
 * a deterministic generator (NIST SP 800-90A) that gathers its entropy once in a process, when the class is first used: that may
 * block, {@link #next()} only computes.
 */
final class SecretUuids {
    private static final SecretUuids SHARED = new SecretUuids();

    private final SecureRandom random;

    private SecretUuids() {
        try {
            random = SecureRandom.getInstance("DRBG");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java runtime since 9 has a DRBG", missing);
        }
        // The first bytes make the generator gather its entropy.
        next();
    }

    /** The generator of this process. */
    static SecretUuids shared() {
        return SHARED;
    }

    UUID next() {
        byte[] bytes = bytes(16);
        bytes[6] = (byte) ((bytes[6] & 0x0F) | 0x40);
        bytes[8] = (byte) ((bytes[8] & 0x3F) | 0x80);
        ByteBuffer halves = ByteBuffer.wrap(bytes);
        return new UUID(halves.getLong(), halves.getLong());
    }

    byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}

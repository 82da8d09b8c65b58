package io.fluxfabric.engine.grant;

import java.time.Instant;

/**
 * There is another key by which grants are signed.
 *
 * @param keyId the name of the new key
 * @param previousUntil until when what was signed before is still accepted
 */
public record KeyRotated(String keyId, Instant previousUntil) {}

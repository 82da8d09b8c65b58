package io.fluxfabric.engine.lease;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.AttemptId;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The wire form of a handle, big-endian.
 *
 * <ol>
 *   <li>version (1 byte), backend (1), kind (1)
 *   <li>partition (2), execution UUID (16), attempt index (4), attempt UUID (16), lease UUID (16), epoch (8), ttl in ms (8)
 *   <li>lane, worker, worker instance: each as length (2) and UTF-8
 *   <li>CRC-32C of all bytes before it (4)
 * </ol>
 *
 * <p>No error tells a byte of what was read: it may be the secret of a real handle with one damaged byte elsewhere.
 */
final class HandleCodec {
    private static final byte VERSION = 1;
    private static final int FIXED_BYTES = 3 + 2 + 16 + 4 + 16 + 16 + 8 + 8;
    private static final int CHECKSUM_BYTES = 4;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private HandleCodec() {}

    static String toText(Handle handle) {
        return ENCODER.encodeToString(toBytes(handle));
    }

    static Handle fromText(String text) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException noBase64) {
            // Its message would quote the text.
            throw corrupt("is not written in URL-safe Base64");
        }
        // The decoder overlooks padding and stray bits at the end; a handle has one spelling only.
        if (!ENCODER.encodeToString(bytes).equals(text)) {
            throw corrupt("is not written in canonical Base64");
        }
        return fromBytes(bytes);
    }

    static byte[] toBytes(Handle handle) {
        byte[] lane = utf8(handle.lane().value());
        byte[] worker = utf8(handle.worker().worker().value());
        byte[] instance = utf8(handle.worker().instance().value());
        Fence fence = handle.fence();
        ByteBuffer out = ByteBuffer.allocate(
                FIXED_BYTES + 3 * Short.BYTES + lane.length + worker.length + instance.length + CHECKSUM_BYTES);
        out.put(VERSION).put((byte) handle.backend().tag()).put((byte)
                handle.kind().tag());
        out.putShort((short) fence.executionId().partition());
        put(out, fence.executionId().uuid());
        out.putInt(fence.attemptIndex());
        put(out, fence.attemptId().value());
        put(out, fence.leaseId().value());
        out.putLong(fence.epoch()).putLong(handle.ttl().toMillis());
        put(out, lane);
        put(out, worker);
        put(out, instance);
        return out.putInt(checksum(out.array())).array();
    }

    static Handle fromBytes(byte[] bytes) {
        if (bytes.length == 0) {
            throw corrupt("is empty");
        }
        if (bytes[0] != VERSION) {
            throw corrupt("has an unknown version");
        }
        if (bytes.length < FIXED_BYTES + CHECKSUM_BYTES) {
            throw corrupt("is truncated");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, 0, bytes.length - CHECKSUM_BYTES);
        if (ByteBuffer.wrap(bytes).getInt(bytes.length - CHECKSUM_BYTES) != checksum(bytes)) {
            throw corrupt("is damaged or truncated: its checksum does not fit");
        }
        try {
            Handle handle = read(in.position(1));
            if (in.hasRemaining()) {
                throw corrupt("has trailing bytes");
            }
            return handle;
        } catch (BufferUnderflowException | CharacterCodingException unreadable) {
            throw corrupt("cannot be read");
        } catch (ValidationException invalid) {
            throw invalid.code() == ErrorCode.CORRUPTION ? invalid : corrupt("has an invalid " + invalid.field());
        }
    }

    private static Handle read(ByteBuffer in) throws CharacterCodingException {
        Backend backend = Backend.ofTag(Byte.toUnsignedInt(in.get()));
        HandleKind kind = HandleKind.ofTag(Byte.toUnsignedInt(in.get()));
        ExecutionId executionId = ExecutionId.of(Short.toUnsignedInt(in.getShort()), uuid(in));
        Fence fence = new Fence(executionId, in.getInt(), new AttemptId(uuid(in)), new LeaseId(uuid(in)), in.getLong());
        Duration ttl = Duration.ofMillis(in.getLong());
        return new Handle(backend, kind, fence, LaneId.of(text(in)), WorkerIdentity.of(text(in), text(in)), ttl);
    }

    private static int checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, bytes.length - CHECKSUM_BYTES);
        return (int) checksum.getValue();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void put(ByteBuffer out, UUID uuid) {
        out.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
    }

    private static void put(ByteBuffer out, byte[] text) {
        out.putShort((short) text.length).put(text);
    }

    private static UUID uuid(ByteBuffer in) {
        return new UUID(in.getLong(), in.getLong());
    }

    private static String text(ByteBuffer in) throws CharacterCodingException {
        byte[] bytes = new byte[Short.toUnsignedInt(in.getShort())];
        in.get(bytes);
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private static ValidationException corrupt(String problem) {
        return ValidationException.corruption("handle", problem);
    }
}

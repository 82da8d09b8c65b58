package io.fluxfabric.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ErrorCode;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.AttemptId;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.LeaseId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HandleTest {
    private static final UUID SECRET = UUID.fromString("5ec2e75e-c2e7-4ec2-8ec2-e75ec2e75ec2");
    private static final Fence FENCE = new Fence(
            ExecutionId.of(7, UUID.fromString("018f3c00-0000-7000-8000-000000000001")),
            2,
            new AttemptId(UUID.fromString("018f3c00-0000-7000-8000-000000000002")),
            new LeaseId(SECRET),
            3);
    private static final Handle HANDLE = new Handle(
            Backend.POSTGRES,
            HandleKind.FRESH,
            FENCE,
            LaneId.of("mail"),
            WorkerIdentity.of("mail", "mail-é-1"),
            Duration.ofSeconds(30));

    static Stream<Handle> handles() {
        Fence largest = new Fence(
                ExecutionId.of(65535, new UUID(-1, -1)),
                Integer.MAX_VALUE,
                new AttemptId(new UUID(-1, -1)),
                new LeaseId(new UUID(-1, -1)),
                Long.MAX_VALUE);
        return Stream.of(
                HANDLE,
                with(Backend.SQLITE, HandleKind.RESUMED, FENCE),
                with(Backend.SQLITE, HandleKind.RECLAIMED, largest),
                with(Backend.POSTGRES, HandleKind.SUSPENDED, FENCE),
                new Handle(
                        Backend.POSTGRES,
                        HandleKind.FRESH,
                        FENCE,
                        LaneId.of("l".repeat(64)),
                        WorkerIdentity.of("w".repeat(256), "i".repeat(256)),
                        Duration.ofMillis(1)));
    }

    private static Handle with(Backend backend, HandleKind kind, Fence fence) {
        return new Handle(backend, kind, fence, HANDLE.lane(), HANDLE.worker(), HANDLE.ttl());
    }

    @ParameterizedTest
    @MethodSource("handles")
    @DisplayName("a handle comes back from text and bytes as it was, and its text is safe in a URL")
    void roundTrip(Handle handle) {
        assertThat(Handle.decode(handle.encode())).isEqualTo(handle);
        assertThat(Handle.fromBytes(handle.toBytes())).isEqualTo(handle);
        assertThat(handle.encode()).matches("[A-Za-z0-9_-]+");
    }

    @Test
    @DisplayName("the wire form of version 1 has not changed")
    void golden() {
        assertThat(HANDLE.encode())
                .isEqualTo("AQIAAAcBjzwAAABwAIAAAAAAAAABAAAAAgGPPAAAAHAAgAAAAAAAAAJewudewudOwo7C51"
                        + "7C517CAAAAAAAAAAMAAAAAAAB1MAAEbWFpbAAEbWFpbAAJbWFpbC3DqS0x0FjoPw");
    }

    @Test
    @DisplayName("every flipped bit is found")
    void bitFlips() {
        byte[] bytes = HANDLE.toBytes();
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            corrupt(() -> Handle.fromBytes(flipped));
        }
    }

    @Test
    @DisplayName("every truncation is found, and so is every byte too many")
    void truncation() {
        byte[] bytes = HANDLE.toBytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] shorter = Arrays.copyOf(bytes, length);
            corrupt(() -> Handle.fromBytes(shorter));
        }
        corrupt(() -> Handle.fromBytes(Arrays.copyOf(bytes, bytes.length + 1)));
        corrupt(() -> Handle.fromBytes(resealed(Arrays.copyOf(bytes, bytes.length + 1))));
    }

    @Test
    @DisplayName("every changed character of the text is found")
    void textChanges() {
        String text = HANDLE.encode();
        for (int at = 0; at < text.length(); at++) {
            String changed = text.substring(0, at) + (text.charAt(at) == 'A' ? 'B' : 'A') + text.substring(at + 1);
            corrupt(() -> Handle.decode(changed));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "!!!!", "not a handle", "AQIA", "é"})
    @DisplayName("what was never a handle is corruption")
    void invented(String text) {
        corrupt(() -> Handle.decode(text));
    }

    @Test
    @DisplayName("padding is not part of a handle")
    void padding() {
        corrupt(() -> Handle.decode(Base64.getUrlEncoder().encodeToString(HANDLE.toBytes())));
    }

    @Test
    @DisplayName("an unknown version, backend, kind or an impossible field is corruption even with a right checksum")
    void wellSealedNonsense() {
        corrupt(() -> Handle.fromBytes(changed(0, 2)));
        corrupt(() -> Handle.fromBytes(changed(1, 1)));
        corrupt(() -> Handle.fromBytes(changed(2, 4)));
        corrupt(() -> Handle.fromBytes(changed(21, 0xFF)));
        corrupt(() -> Handle.fromBytes(changed(57, 0xFF)));
        corrupt(() -> Handle.fromBytes(changed(65, 0xFF)));
        corrupt(() -> Handle.fromBytes(changed(73, 0xFF)));
        corrupt(() -> Handle.fromBytes(changed(75, 0x0A)));
        corrupt(() -> Handle.fromBytes(changed(75, 0xFF)));
    }

    @Test
    @DisplayName("the lease id shows neither in toString nor in any error")
    void secret() {
        assertThat(HANDLE.toString())
                .isEqualTo("Handle[fresh {fp:7}:018f3c00-0000-7000-8000-000000000001 attempt 2 epoch 3,"
                        + " lane mail, worker mail/mail-é-1, postgres]")
                .doesNotContain(SECRET.toString());
        assertThat(FENCE.toString()).doesNotContain(SECRET.toString());
    }

    @Test
    @DisplayName("handles are equal only if everything is, the secret too")
    void equality() {
        Fence other =
                new Fence(FENCE.executionId(), FENCE.attemptIndex(), FENCE.attemptId(), new LeaseId(new UUID(1, 1)), 3);

        assertThat(HANDLE).isEqualTo(with(Backend.POSTGRES, HandleKind.FRESH, FENCE));
        assertThat(HANDLE).isNotEqualTo(with(Backend.POSTGRES, HandleKind.FRESH, other));
        assertThat(HANDLE).isNotEqualTo(with(Backend.POSTGRES, HandleKind.RESUMED, FENCE));
        assertThat(HANDLE).isNotEqualTo(with(Backend.SQLITE, HandleKind.FRESH, FENCE));
    }

    @Test
    @DisplayName("EXE-044 a handle of another backend is refused by name")
    void foreign() {
        assertThat(HANDLE.from(Backend.POSTGRES)).isSameAs(HANDLE);
        assertThatThrownBy(() -> HANDLE.from(Backend.SQLITE))
                .isInstanceOfSatisfying(ValidationException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.HANDLE_FROM_OTHER_BACKEND);
                    assertThat(error.details())
                            .containsEntry("expected", "sqlite")
                            .containsEntry("actual", "postgres");
                });
    }

    @Test
    @DisplayName(
            "an attempt counts from 0, an epoch from 1, and a lease lasts a millisecond at least and no more of them than a long holds")
    void bounds() {
        assertThatThrownBy(() -> new Fence(FENCE.executionId(), -1, FENCE.attemptId(), FENCE.leaseId(), 1))
                .hasMessageStartingWith("attemptIndex must be between 0");
        assertThatThrownBy(() -> new Fence(FENCE.executionId(), 0, FENCE.attemptId(), FENCE.leaseId(), 0))
                .hasMessageStartingWith("epoch must be between 1");
        assertThatThrownBy(() -> new Handle(
                        Backend.SQLITE,
                        HandleKind.FRESH,
                        FENCE,
                        HANDLE.lane(),
                        HANDLE.worker(),
                        Duration.ofNanos(999_999)))
                .hasMessageStartingWith("lease must last at least");
        assertThatThrownBy(() -> new Handle(
                        Backend.SQLITE,
                        HandleKind.FRESH,
                        FENCE,
                        HANDLE.lane(),
                        HANDLE.worker(),
                        Duration.ofSeconds(Long.MAX_VALUE)))
                .hasMessageStartingWith("lease must last at most");
    }

    private static byte[] changed(int at, int value) {
        byte[] bytes = HANDLE.toBytes();
        bytes[at] = (byte) value;
        return resealed(bytes);
    }

    private static byte[] resealed(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, bytes.length - 4);
        ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) checksum.getValue());
        return bytes;
    }

    private static void corrupt(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(ValidationException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.CORRUPTION);
                    assertThat(error.field()).isEqualTo("handle");
                    assertThat(error.getCause()).isNull();
                })
                .hasMessageStartingWith("handle ");
    }
}

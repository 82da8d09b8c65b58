package io.fluxfabric.engine.r2dbc.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.grant.GrantKey;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.WorkerIdentity;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrantTextTest {

    private static final ExecutionId ID = ExecutionId.parse("{fp:7}:018f3c00-0000-7000-8000-000000000001");
    private static final WorkerIdentity ANNA = WorkerIdentity.of("anna", "anna-1");
    private static final SigningKey KEY = key("k1", "secret");

    private static SigningKey key(String id, String secret) {
        return new SigningKey(id, secret.getBytes(StandardCharsets.UTF_8));
    }

    private static GrantText grant() {
        return GrantText.sign(GrantKind.CLAIM, ID, ANNA, 1_767_225_600_000L, KEY);
    }

    @Test
    @DisplayName("the signature is HMAC-SHA-256 over the name of the key, a colon and the text")
    void primitive() {
        // printf 'k:m' | openssl dgst -sha256 -hmac s
        assertThat(key("k", "s").sign("m"))
                .isEqualTo("3660c37a3531aae495ee0bfe353c759fc456a5301f0064653bc2c61bab043f96");
        assertThat(key("k", "s").signed("m", key("k", "s").sign("m"))).isTrue();
    }

    @Test
    @DisplayName("its text is read back, and shows neither worker nor secret")
    void roundTrip() {
        GrantKey text = grant().key();

        assertThat(GrantText.parse(text)).isEqualTo(grant());
        assertThat(text.value())
                .startsWith("ff:claim:" + ID + ":1767225600000:k1:")
                .doesNotContain("anna")
                .doesNotContain("secret");
        assertThat(grant().toString()).doesNotContain(grant().signature());
        assertThat(KEY.toString()).doesNotContain("secret");
        assertThat(HexFormat.of().formatHex(grant().id())).hasSize(64);
    }

    @Test
    @DisplayName("everything in it is signed: kind, execution, worker, instance, time and the name of the key")
    void signed() {
        GrantText grant = grant();
        assertThat(grant.isFor(ANNA, KEY)).isTrue();

        assertThat(grant.isFor(WorkerIdentity.of("anna", "anna-2"), KEY)).isFalse();
        assertThat(grant.isFor(WorkerIdentity.of("bert", "anna-1"), KEY)).isFalse();
        assertThat(grant.isFor(ANNA, key("k1", "other"))).isFalse();
        assertThat(grant.isFor(ANNA, key("k2", "secret"))).isFalse();
        ExecutionId other = ExecutionId.of(8, ID.uuid());
        for (GrantText altered : new GrantText[] {
            new GrantText(GrantKind.RECLAIM, ID, grant.expiresAtMs(), "k1", grant.signature()),
            new GrantText(GrantKind.CLAIM, other, grant.expiresAtMs(), "k1", grant.signature()),
            new GrantText(GrantKind.CLAIM, ID, grant.expiresAtMs() + 1, "k1", grant.signature())
        }) {
            assertThat(altered.isFor(ANNA, KEY)).isFalse();
            assertThat(altered.id()).isNotEqualTo(grant.id());
        }
    }

    @Test
    @DisplayName("the line between worker and instance cannot be moved")
    void unambiguous() {
        GrantText grant = GrantText.sign(GrantKind.CLAIM, ID, WorkerIdentity.of("a|b", "c"), 5, KEY);

        assertThat(grant.isFor(WorkerIdentity.of("a|b", "c"), KEY)).isTrue();
        assertThat(grant.isFor(WorkerIdentity.of("a", "b|c"), KEY)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense?",
                "ff:claim:{fp:7}:018f3c00-0000-7000-8000-000000000001:5:k1",
                "ff:other:{fp:7}:018f3c00-0000-7000-8000-000000000001:5:k1:00",
                "ff:claim:{fp:99999}:018f3c00-0000-7000-8000-000000000001:5:k1:"
                        + "0000000000000000000000000000000000000000000000000000000000000000",
                "ff:claim:{fp:7}:018f3c00-0000-7000-8000-00000000000g:5:k1:"
                        + "0000000000000000000000000000000000000000000000000000000000000000",
                "ff:claim:{fp:7}:018f3c00-0000-7000-8000-000000000001:05:k1:"
                        + "0000000000000000000000000000000000000000000000000000000000000000"
            })
    @DisplayName("what is not the text of a grant is refused, and not repeated")
    void malformed(String text) {
        assertThatThrownBy(() -> GrantText.parse(GrantKey.of(text)))
                .isInstanceOf(ValidationException.class)
                .hasMessageNotContaining(text.substring(text.length() / 2));
    }
}

package io.fluxfabric.engine.r2dbc.grant;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A key that signs texts: HMAC-SHA-256 over the key's own name and the text. Its secret is never shown. */
public final class SigningKey {

    private static final String ALGORITHM = "HmacSHA256";

    private final String id;
    private final byte[] secret;

    public SigningKey(String id, byte[] secret) {
        this.id = id;
        this.secret = secret.clone();
    }

    public String id() {
        return id;
    }

    /** The signature of a text, in hexadecimal digits. */
    public String sign(String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal((id + ":" + text).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, error);
        }
    }

    /** Whether a signature is that of a text. Takes as long for a wrong one as for the right one. */
    public boolean signed(String text, String signature) {
        return MessageDigest.isEqual(
                sign(text).getBytes(StandardCharsets.US_ASCII), signature.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public String toString() {
        return "SigningKey[" + id + "]";
    }
}

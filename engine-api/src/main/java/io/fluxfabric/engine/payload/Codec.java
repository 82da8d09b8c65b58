package io.fluxfabric.engine.payload;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as payloads and reads them back; thread-safe.
 *
 * <p>Both directions raise {@code InvalidInput} for what the codec cannot handle, and never show the content in a message.
 */
public interface Codec {

    /** The payload of a value; null becomes {@link Payload#none()}. A payload is taken as it is. */
    Payload encode(@Nullable Object value);

    /** The value of a payload; refused if there is none. */
    <T> T decode(Payload payload, Class<T> type);

    /** The value of a payload whose type has parameters, such as a list of something. */
    Object decode(Payload payload, Type type);
}

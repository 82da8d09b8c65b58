package io.fluxfabric.engine.payload;

import io.fluxfabric.engine.error.ValidationException;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/** JSON by Jackson 3. */
public final class JacksonCodec implements Codec {
    private static final JacksonCodec STANDARD = new JacksonCodec(JsonMapper.shared());

    private final JsonMapper mapper;

    /** Takes a mapper that is configured to taste. */
    public JacksonCodec(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /** Jackson as it comes. */
    public static JacksonCodec standard() {
        return STANDARD;
    }

    @Override
    public Payload encode(@Nullable Object value) {
        if (value == null) {
            return Payload.none();
        }
        if (value instanceof Payload payload) {
            return payload;
        }
        try {
            return Payload.bytes(mapper.writeValueAsBytes(value), Payload.JSON);
        } catch (JacksonException unwritable) {
            throw ValidationException.invalidInput(
                    "payload", "of " + value.getClass().getName() + " cannot be written as JSON", unwritable);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // Jackson returns what it was asked for; Class.cast would refuse primitive types.
    public <T> T decode(Payload payload, Class<T> type) {
        return (T) decode(payload, (Type) type);
    }

    @Override
    public Object decode(Payload payload, Type type) {
        if (type == Payload.class) {
            return payload;
        }
        if (payload.isNone()) {
            throw ValidationException.invalidInput("payload", "is missing; expected " + type.getTypeName());
        }
        if (!payload.encoding().equals(Payload.JSON)) {
            throw ValidationException.invalidInput(
                    "payload", "is " + payload.encoding() + ", but " + Payload.JSON + " is expected");
        }
        return read(payload, mapper.constructType(type));
    }

    private Object read(Payload payload, JavaType type) {
        Object value;
        try {
            value = mapper.readValue(payload.toBytes(), type);
        } catch (JacksonException unreadable) {
            throw ValidationException.invalidInput("payload", "cannot be read as " + type.toCanonical(), unreadable);
        }
        if (value == null) {
            throw ValidationException.invalidInput("payload", "is JSON null; expected " + type.toCanonical());
        }
        return value;
    }
}

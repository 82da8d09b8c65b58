package io.fluxfabric.engine.r2dbc.kit;

import io.fluxfabric.engine.error.ValidationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Small JSON in columns: lists of texts, and texts by name. */
public final class JsonTexts {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private JsonTexts() {}

    /** An array of texts as it is stored. */
    public static String array(Collection<String> texts) {
        return MAPPER.writeValueAsString(texts);
    }

    /** The texts of an array; refused with {@code Corruption} and the column's name. */
    public static List<String> array(String column, String json) {
        JsonNode node = parsed(column, json);
        if (!node.isArray()) {
            throw ValidationException.corruption(column, "is no JSON array");
        }
        List<String> texts = new ArrayList<>();
        node.forEach(item -> texts.add(item.asString()));
        return texts;
    }

    /** The members of an object, numbers as texts; none for NULL. Refused with {@code Corruption} and the column's name. */
    public static Map<String, String> object(String column, @Nullable String json) {
        if (json == null) {
            return Map.of();
        }
        JsonNode node = parsed(column, json);
        if (!node.isObject()) {
            throw ValidationException.corruption(column, "is no JSON object");
        }
        Map<String, String> members = new TreeMap<>();
        node.properties()
                .forEach(
                        member -> members.put(member.getKey(), member.getValue().asString()));
        return members;
    }

    private static JsonNode parsed(String column, String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JacksonException unreadable) {
            throw ValidationException.corruption(column, "is not JSON", unreadable);
        }
    }
}

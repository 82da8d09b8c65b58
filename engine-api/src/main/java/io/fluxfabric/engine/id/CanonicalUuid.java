package io.fluxfabric.engine.id;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Reads UUIDs strictly: {@link UUID#fromString} alone also accepts abbreviated groups. */
final class CanonicalUuid {
    private static final Pattern FORM =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private CanonicalUuid() {}

    static Optional<UUID> parse(CharSequence text) {
        return FORM.matcher(text).matches() ? Optional.of(UUID.fromString(text.toString())) : Optional.empty();
    }
}

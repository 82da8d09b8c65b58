package io.fluxfabric.engine.r2dbc.wake;

import io.fluxfabric.engine.id.LaneId;
import io.fluxfabric.engine.id.Namespace;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** A lane of a namespace. */
public record LaneKey(Namespace namespace, LaneId lane) {

    /** A short name that is the same in every process. Two lanes may share it: then a hint for one wakes both. */
    String hint() {
        CRC32 sum = new CRC32();
        sum.update((namespace.value() + '\n' + lane.value()).getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }
}

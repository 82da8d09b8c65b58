package io.fluxfabric.engine.benchmarks.peer;

import com.github.kagkarlsson.scheduler.serializer.Serializer;

/** Bytes as they are. */
final class PlainBytes implements Serializer {

    @Override
    public byte[] serialize(Object data) {
        return data instanceof byte[] bytes ? bytes : new byte[0];
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] bytes) {
        return type.cast(bytes);
    }
}

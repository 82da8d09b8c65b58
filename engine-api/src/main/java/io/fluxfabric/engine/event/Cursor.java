package io.fluxfabric.engine.event;

/** Where a reader is in a stream of events. Opaque: keep the text, give it back to the stream it came from. */
public record Cursor(String value) {}

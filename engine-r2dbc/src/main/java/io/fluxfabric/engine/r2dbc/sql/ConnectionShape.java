package io.fluxfabric.engine.r2dbc.sql;

/** How a database wants to be connected to. */
public enum ConnectionShape {
    /** A server: many connections that read and write, each with the engine's session settings. */
    SERVER,
    /** An embedded file: one connection that writes, several that read. */
    SINGLE_WRITER
}

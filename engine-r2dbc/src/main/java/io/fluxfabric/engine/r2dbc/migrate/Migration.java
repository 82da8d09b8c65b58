package io.fluxfabric.engine.r2dbc.migrate;

import io.fluxfabric.engine.r2dbc.sql.Sql;

/** One step of the schema: its number, its file name, its script, and the checksum of the script as this database runs it. */
record Migration(int version, String name, Sql script, String checksum) {}

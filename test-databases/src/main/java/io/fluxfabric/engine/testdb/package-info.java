/** Real databases for tests, benchmarks and the demo: a PostgreSQL server and throw-away SQLite files. */
@NullMarked
package io.fluxfabric.engine.testdb;

import org.jspecify.annotations.NullMarked;

/** The worker runtime: claims what it has room for, runs handlers, keeps their leases, and stops when a lease is lost. */
@NullMarked
package io.fluxfabric.engine.task;

import org.jspecify.annotations.NullMarked;

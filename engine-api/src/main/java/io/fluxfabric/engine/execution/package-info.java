/** Executions: submit, claim, finish, look at. */
@NullMarked
package io.fluxfabric.engine.execution;

import org.jspecify.annotations.NullMarked;

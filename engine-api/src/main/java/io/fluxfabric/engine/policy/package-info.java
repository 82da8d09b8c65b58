/** What an execution is to do about failures, timeouts and repetition, frozen when it is submitted. */
@NullMarked
package io.fluxfabric.engine.policy;

import org.jspecify.annotations.NullMarked;

/** What a person or an admission rule does to an execution from outside, recorded with actor and reason. */
@NullMarked
package io.fluxfabric.engine.operator;

import org.jspecify.annotations.NullMarked;

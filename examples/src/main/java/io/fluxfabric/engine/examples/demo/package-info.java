/** Two worker processes on one lane, one of them killed in the middle of its work, and the proof that nothing was lost. */
@NullMarked
package io.fluxfabric.engine.examples.demo;

import org.jspecify.annotations.NullMarked;

/** The measured process: one system in one JVM, told what to do line by line. */
@NullMarked
package io.fluxfabric.engine.benchmarks.child;

import org.jspecify.annotations.NullMarked;

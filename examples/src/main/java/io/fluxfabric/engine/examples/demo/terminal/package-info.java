/** A screen of coloured lines with one panel that moves, and its picture. */
@NullMarked
package io.fluxfabric.engine.examples.demo.terminal;

import org.jspecify.annotations.NullMarked;

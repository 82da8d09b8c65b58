/** Ids, names and keys as types that can only hold valid values, and the mint that makes new ids. */
@NullMarked
package io.fluxfabric.engine.id;

import org.jspecify.annotations.NullMarked;

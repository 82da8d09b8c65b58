/** What every module of this repository must keep to, as tests. */
@NullMarked
package io.fluxfabric.house;

import org.jspecify.annotations.NullMarked;

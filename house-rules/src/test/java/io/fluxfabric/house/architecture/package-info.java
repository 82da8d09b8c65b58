/** Who may know whom, who may wait, subscribe, read a clock or create a statement. */
@NullMarked
package io.fluxfabric.house.architecture;

import org.jspecify.annotations.NullMarked;

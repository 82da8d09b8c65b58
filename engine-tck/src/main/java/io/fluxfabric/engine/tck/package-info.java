/**
 * The contract every backend must pass: one interface of tests per capability. A backend writes a fixture and one line per
 * contract. Names in front of a display name, such as EXE-007, are cases of the conformance catalogue.
 */
@NullMarked
package io.fluxfabric.engine.tck;

import org.jspecify.annotations.NullMarked;

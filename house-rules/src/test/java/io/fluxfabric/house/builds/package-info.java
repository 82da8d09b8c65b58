/** Two builds, one truth: the Maven build and the Gradle build must say the same. */
@NullMarked
package io.fluxfabric.house.builds;

import org.jspecify.annotations.NullMarked;

package io.fluxfabric.engine.benchmarks.run;

import io.fluxfabric.engine.benchmarks.child.SystemName;
import io.fluxfabric.engine.benchmarks.measure.Figures;

/**
 * One round of one system.
 *
 * @param variant which side of a comparison within one system, or an empty text
 * @param number from 1; 0 is the round that warms up and is not counted
 */
public record Round(Scenario scenario, SystemName system, String variant, int number, Figures figures) {

    public boolean warmUp() {
        return number == 0;
    }
}

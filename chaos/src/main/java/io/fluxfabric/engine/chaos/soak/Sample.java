package io.fluxfabric.engine.chaos.soak;

import java.util.Map;

/**
 * All figures at one moment.
 *
 * @param seconds since the steady load began
 * @param warmUp whether what ended is not yet being forgotten as fast as new work comes
 */
record Sample(double seconds, boolean warmUp, Map<Figure, Double> figures) {

    double get(Figure figure) {
        return figures.getOrDefault(figure, 0.0);
    }
}

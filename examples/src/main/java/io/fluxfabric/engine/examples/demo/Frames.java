package io.fluxfabric.engine.examples.demo;

import io.fluxfabric.engine.examples.demo.terminal.Screen;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** Draws often enough for the eye, looks until something is true, and gives up when nothing moves any more. */
final class Frames {

    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Screen screen;
    private long drawn;
    private long moved = System.nanoTime();
    private int progress;

    Frames(Screen screen) {
        this.screen = screen;
    }

    void draw(List<String> panel) {
        screen.live(panel);
        drawn = System.nanoTime();
    }

    void drawSometimes(Supplier<List<String>> panel) {
        if (System.nanoTime() - drawn > PAUSE.toNanos()) {
            draw(panel.get());
        }
    }

    /** Says how far things are. */
    void alive(int nowAt) {
        if (nowAt != progress) {
            progress = nowAt;
            moved = System.nanoTime();
        }
    }

    void until(BooleanSupplier reached) {
        moved = System.nanoTime();
        while (!reached.getAsBoolean()) {
            if (System.nanoTime() - moved > PATIENCE.toNanos()) {
                throw new IllegalStateException("nothing moved for " + PATIENCE.toSeconds() + " s");
            }
            Mono.delay(PAUSE).block();
        }
    }
}

package io.fluxfabric.engine.examples.demo.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ScreenTest {

    private final StringWriter out = new StringWriter();

    private Screen screen(boolean plain, boolean unicode) {
        return new Screen(new PrintWriter(out, true), plain, unicode);
    }

    @Test
    @DisplayName("a panel is drawn over itself, however many lines it had")
    void livePanel() {
        Screen screen = screen(false, true);
        screen.live(List.of("one", "two"));
        screen.live(List.of("three"));
        screen.live(List.of("four"));

        assertThat(out.toString())
                .isEqualToNormalizingNewlines("one\u001b[K\ntwo\u001b[K\n\u001b[J"
                        + "\u001b[2A\rthree\u001b[K\n\u001b[J" + "\u001b[1A\rfour\u001b[K\n\u001b[J");
    }

    @Test
    @DisplayName("a plain screen prints a panel once, without colours and cursor")
    void plain() {
        Screen screen = screen(true, false);
        screen.live(List.of("half"));
        screen.live(List.of(Ink.GREEN.of("█░ all")));
        screen.settle();
        screen.say(Ink.RED.of("✗ over"));

        assertThat(out.toString()).isEqualToNormalizingNewlines("#. all\nx over\n");
    }

    @Test
    @DisplayName("the transcript has what stayed, in colours")
    void transcript() {
        Screen screen = screen(true, false);
        screen.live(List.of("half"));
        screen.live(List.of(Ink.GREEN.of("all")));
        screen.settle();
        screen.say("over");

        assertThat(screen.transcript()).containsExactly(Ink.GREEN.of("all"), "over");
    }
}

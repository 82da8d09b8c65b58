package io.fluxfabric.engine.examples.demo.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Where lines are printed, and below them a panel that is drawn again and again until it is settled.
 *
 * <p>A plain screen has no colours and never moves the cursor: it prints a panel once, when it is settled.
 */
public final class Screen {

    private static final String DRAWN = "█░─●✗✓…·";
    private static final String TYPED = "#.-*x+~-";

    private final PrintWriter out;
    private final boolean plain;
    private final boolean unicode;
    private final List<String> transcript = new ArrayList<>();
    private List<String> panel = List.of();

    public Screen(PrintWriter out, boolean plain, boolean unicode) {
        this.out = out;
        this.plain = plain;
        this.unicode = unicode;
    }

    /** Prints a line that stays; only between panels. */
    public synchronized void say(String line) {
        transcript.add(line);
        out.println(shown(line));
        out.flush();
    }

    /** Draws the panel, in the place of what it showed before. */
    public synchronized void live(List<String> lines) {
        if (!plain) {
            StringBuilder drawing = new StringBuilder(backToTop());
            lines.forEach(line ->
                    drawing.append(shown(line)).append(Ink.ESCAPE).append("[K").append(System.lineSeparator()));
            // What an earlier, longer panel showed below is wiped.
            out.print(drawing.append(Ink.ESCAPE).append("[J"));
            out.flush();
        }
        panel = List.copyOf(lines);
    }

    private String backToTop() {
        return panel.isEmpty() ? "" : Ink.ESCAPE + "[" + panel.size() + "A\r";
    }

    /** Leaves the panel as it is and starts a new one below. */
    public synchronized void settle() {
        if (plain) {
            panel.forEach(line -> out.println(shown(line)));
            out.flush();
        }
        transcript.addAll(panel);
        panel = List.of();
    }

    private String shown(String line) {
        String coloured = plain ? Ink.strip(line) : line;
        return unicode ? coloured : typed(coloured);
    }

    private static String typed(String line) {
        StringBuilder typed = new StringBuilder(line);
        for (int at = 0; at < typed.length(); at++) {
            int drawn = DRAWN.indexOf(typed.charAt(at));
            if (drawn >= 0) {
                typed.setCharAt(at, TYPED.charAt(drawn));
            }
        }
        return typed.toString();
    }

    /** Every line that stayed, with its colours, also if it was shown without. */
    public synchronized List<String> transcript() {
        return List.copyOf(transcript);
    }
}

package io.fluxfabric.engine.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Horizontal bars as SVG, with a line from the lowest to the highest round on each. Text takes the colour of the reader's scheme,
 * light or dark.
 */
public final class Chart {

    private static final int WIDTH = 760;
    private static final int LEFT = 150;
    private static final int RIGHT = 110;
    private static final int BAR = 20;
    private static final int STEP = 30;
    private static final int HEAD = 34;
    private static final int PAD = 16;

    private static final String STYLE = """
            <style>
              text { font: 13px system-ui, sans-serif; fill: #1f2328 }
              .title { font-weight: 600; font-size: 14px }
              .note { font-size: 11px; fill: #59636e }
              .ours { fill: #0b7285 } .other { fill: #adb5bd }
              .spread { stroke: #1f2328; stroke-width: 1.5 }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3 } .note { fill: #9198a1 }
                .ours { fill: #3bc9db } .other { fill: #5c6773 }
                .spread { stroke: #e6edf3 }
              }
            </style>
            """;

    /** One bar. */
    public record Bar(String label, Statistics value, boolean ours) {}

    /** Bars on one scale. */
    public record Group(String title, List<Bar> bars) {}

    private final List<Group> groups = new ArrayList<>();
    private final String note;

    /** @param note one line under the bars */
    public Chart(String note) {
        this.note = note;
    }

    /** Adds bars; a group without any is left out. */
    public Chart group(String title, List<Bar> bars) {
        if (!bars.isEmpty()) {
            groups.add(new Group(title, bars));
        }
        return this;
    }

    public String svg() {
        StringBuilder body = new StringBuilder();
        int y = PAD;
        for (Group group : groups) {
            y = draw(body, group, y);
        }
        body.append(text(PAD, y + 6, "note", "start", note));
        int height = y + PAD + 6;
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
                <title>Throughput of FluxFabric and others</title>
                %s%s</svg>
                """.formatted(WIDTH, height, WIDTH, height, STYLE, body);
    }

    private static int draw(StringBuilder body, Group group, int top) {
        body.append(text(PAD, top + 14, "title", "start", group.title()));
        double most = group.bars().stream()
                .mapToDouble(bar -> bar.value().max())
                .max()
                .orElse(1);
        int y = top + HEAD;
        for (Bar bar : group.bars()) {
            body.append(text(LEFT - 10, y + 15, "label", "end", bar.label()));
            body.append("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%s\" height=\"%d\" rx=\"3\"/>%n"
                    .formatted(
                            bar.ours() ? "ours" : "other",
                            LEFT,
                            y,
                            at(bar.value().median(), most),
                            BAR));
            body.append("<line class=\"spread\" x1=\"%s\" y1=\"%d\" x2=\"%s\" y2=\"%d\"/>%n"
                    .formatted(
                            shifted(bar.value().min(), most),
                            y + BAR / 2,
                            shifted(bar.value().max(), most),
                            y + BAR / 2));
            int end = LEFT + (int) Math.round(share(bar.value().max(), most)) + 8;
            body.append(
                    text(end, y + 15, "value", "start", Numbers.of(bar.value().median()) + " /s"));
            y += STEP;
        }
        return y + PAD;
    }

    private static double share(double value, double most) {
        return value / most * (WIDTH - LEFT - RIGHT);
    }

    private static String at(double value, double most) {
        return String.format(Locale.ROOT, "%.1f", Math.max(1, share(value, most)));
    }

    private static String shifted(double value, double most) {
        return String.format(Locale.ROOT, "%.1f", LEFT + share(value, most));
    }

    private static String text(int x, int y, String style, String anchor, String content) {
        return "<text x=\"%d\" y=\"%d\" class=\"%s\" text-anchor=\"%s\">%s</text>%n"
                .formatted(x, y, style, anchor, escaped(content));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

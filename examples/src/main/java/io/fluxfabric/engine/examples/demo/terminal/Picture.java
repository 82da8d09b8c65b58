package io.fluxfabric.engine.examples.demo.terminal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Draws lines with ANSI colours as a terminal window in SVG. */
public final class Picture {

    private static final Pattern LOOK = Pattern.compile(Ink.ESCAPE + "\\[([0-9;]*)m");
    private static final double LETTER = 8.4;
    private static final int LINE = 19;
    private static final int MARGIN = 20;
    private static final int TITLE = 40;
    private static final int COLUMNS = 80;
    private static final Map<String, String> LOOKS = Map.of(
            Ink.BOLD.code(), "fill=\"#ffffff\" font-weight=\"bold\"",
            Ink.DIM.code(), "fill=\"#7d8590\"",
            Ink.RED.code(), "fill=\"#ff7b72\" font-weight=\"bold\"",
            Ink.GREEN.code(), "fill=\"#56d364\"",
            Ink.YELLOW.code(), "fill=\"#e3b341\"",
            Ink.CYAN.code(), "fill=\"#79c0ff\"");

    private Picture() {}

    /** The whole document. */
    public static String svg(String title, List<String> lines) {
        double width = 2 * MARGIN + COLUMNS * LETTER;
        int height = TITLE + lines.size() * LINE + MARGIN;
        StringBuilder svg = new StringBuilder(String.format(Locale.ROOT, """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$.0f %2$d" width="%1$.0f" height="%2$d" role="img">
                <title>%3$s</title>
                <rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>
                <circle cx="20" cy="18" r="6" fill="#ff5f56"/><circle cx="40" cy="18" r="6" fill="#ffbd2e"/>\
                <circle cx="60" cy="18" r="6" fill="#27c93f"/>
                <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" \
                fill="#d0d7de" xml:space="preserve" style="white-space: pre">
                """, width, height, escaped(title)));
        for (int row = 0; row < lines.size(); row++) {
            svg.append(line(lines.get(row), TITLE + (row + 1) * LINE - 5));
        }
        return svg.append("</g>\n</svg>\n").toString();
    }

    /** Each piece is put at its column and stretched to its width, so that columns stand straight in any font. */
    private static String line(String line, int baseline) {
        StringBuilder pieces = new StringBuilder();
        Matcher look = LOOK.matcher(line);
        String current = "";
        int column = 0;
        int from = 0;
        while (look.find()) {
            column += piece(pieces, line.substring(from, look.start()), column, baseline, current);
            current = look.group(1);
            from = look.end();
        }
        piece(pieces, line.substring(from), column, baseline, current);
        return pieces.toString();
    }

    private static int piece(StringBuilder pieces, String text, int column, int baseline, String look) {
        String shown = text.strip();
        if (!shown.isEmpty()) {
            int indent = text.indexOf(shown);
            pieces.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" textLength=\"%.1f\" lengthAdjust=\"spacingAndGlyphs\" %s>%s</text>%n",
                    MARGIN + (column + indent) * LETTER,
                    baseline,
                    shown.length() * LETTER,
                    LOOKS.getOrDefault(look, ""),
                    escaped(shown)));
        }
        return text.length();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}

package io.fluxfabric.engine.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** Lines of cells under a heading. Columns of words stand left, columns of numbers right. */
public final class Table {

    private static final String GAP = "  ";

    private final String title;
    private final List<List<String>> lines = new ArrayList<>();

    public Table(String title, String... heading) {
        this.title = title;
        lines.add(List.of(heading));
    }

    public Table line(String... cells) {
        if (cells.length != lines.get(0).size()) {
            throw new IllegalArgumentException("a line of " + cells.length + " cells in a table of "
                    + lines.get(0).size());
        }
        lines.add(List.of(cells));
        return this;
    }

    public boolean isEmpty() {
        return lines.size() == 1;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(title).append('\n');
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder(GAP);
            for (int column = 0; column < line.size(); column++) {
                row.append(padded(line.get(column), column)).append(GAP);
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private String padded(String cell, int column) {
        int width =
                lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
        String blanks = " ".repeat(width - cell.length());
        return isNumeric(column) ? blanks + cell : cell + blanks;
    }

    private boolean isNumeric(int column) {
        return lines.stream().skip(1).allMatch(line -> line.get(column).matches("[<>= ]*[-0-9.,]+"));
    }
}

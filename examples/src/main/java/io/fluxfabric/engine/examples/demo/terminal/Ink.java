package io.fluxfabric.engine.examples.demo.terminal;

/** How a piece of text looks. */
public enum Ink {
    BOLD("1"),
    DIM("2"),
    RED("31"),
    GREEN("32"),
    YELLOW("33"),
    CYAN("36");

    static final char ESCAPE = '\u001b';
    static final String RESET = ESCAPE + "[0m";

    private final String code;

    Ink(String code) {
        this.code = code;
    }

    /** The text with its look, which ends with it. */
    public String of(String text) {
        return ESCAPE + "[" + code + "m" + text + RESET;
    }

    String code() {
        return code;
    }

    /** A text without any looks. */
    static String strip(String text) {
        return text.replaceAll(ESCAPE + "\\[[0-9;]*m", "");
    }
}

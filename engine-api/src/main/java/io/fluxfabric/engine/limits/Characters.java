package io.fluxfabric.engine.limits;

/** Which code points a text may contain; NUL and lone surrogates never, because PostgreSQL and UTF-8 have none. */
public enum Characters {
    /** Anything that can be stored: free text for people. */
    STORABLE("must not contain NUL") {
        @Override
        boolean admits(int codePoint) {
            return codePoint != 0;
        }
    },
    /** No control characters, so that a value stays on one line of a log. */
    PRINTABLE("must not contain control characters") {
        @Override
        boolean admits(int codePoint) {
            return !Character.isISOControl(codePoint);
        }
    },
    /** Neither control characters nor any white space. */
    SOLID("must not contain white space or control characters") {
        @Override
        boolean admits(int codePoint) {
            return !Character.isISOControl(codePoint)
                    && !Character.isWhitespace(codePoint)
                    && !Character.isSpaceChar(codePoint);
        }
    },
    /** The bytes 0x20 to 0x7E. */
    ASCII("must consist of printable ASCII characters") {
        @Override
        boolean admits(int codePoint) {
            return codePoint >= 0x20 && codePoint <= 0x7E;
        }
    };

    private final String demand;

    Characters(String demand) {
        this.demand = demand;
    }

    abstract boolean admits(int codePoint);

    /** What is asked of a text, as the rest of a sentence. */
    String demand() {
        return demand;
    }
}

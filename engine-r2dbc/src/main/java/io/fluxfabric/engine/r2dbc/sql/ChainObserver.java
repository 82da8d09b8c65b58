package io.fluxfabric.engine.r2dbc.sql;

import java.util.List;

/** Is told, after the commit and only then, what the chains of a transaction answered. */
public interface ChainObserver {

    /** Whether the rows of a chain with this answer are wanted. */
    boolean wants(RowsTemplate answer);

    /** The columns that are wanted, all of which the answer has. */
    RowsTemplate columns();

    /** What was committed. It must not block and may not fail. */
    void committed(List<RowReader> rows);

    /** Nobody listens. */
    static ChainObserver none() {
        return new ChainObserver() {
            @Override
            public boolean wants(RowsTemplate answer) {
                return false;
            }

            @Override
            public RowsTemplate columns() {
                return RowsTemplate.parse("none(none integer)");
            }

            @Override
            public void committed(List<RowReader> rows) {}
        };
    }
}

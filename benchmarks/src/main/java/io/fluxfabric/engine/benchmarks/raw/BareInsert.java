package io.fluxfabric.engine.benchmarks.raw;

import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.benchmarks.measure.Latencies;
import io.fluxfabric.engine.benchmarks.measure.Work;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/** One row inserted and committed, again and again. */
final class BareInsert {

    private BareInsert() {}

    static Figures times(Connection connection, Work work) throws SQLException {
        Latencies latencies = new Latencies(work.count());
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO bare (id, payload) VALUES (?, ?)")) {
            for (int row = 0; row < work.count(); row++) {
                insert.setObject(1, UUID.randomUUID());
                insert.setBytes(2, new byte[work.bytes()]);
                long start = System.nanoTime();
                insert.executeUpdate();
                latencies.add(System.nanoTime() - start);
            }
        }
        return latencies.figures();
    }
}

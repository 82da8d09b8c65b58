package io.fluxfabric.engine.benchmarks.raw;

import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.IdMint;
import io.fluxfabric.engine.id.PartitionCount;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** One connection that runs the engine's statements in fixed batches. */
final class StatementThread implements AutoCloseable {

    /** As the engine's own sessions have it: plans that trust the indexes. */
    private static final String SESSION = "SET seq_page_cost = 20; SET random_page_cost = 1.1";

    private final Connection connection;
    private final EngineStatements statements;
    private final PreparedStatement submit;
    private final PreparedStatement claim;
    private final PreparedStatement complete;
    private final int batch;
    private final IdMint mint = new IdMint(PartitionCount.DEFAULT, System::currentTimeMillis);

    StatementThread(Connection connection, EngineStatements statements, int batch) throws SQLException {
        this.connection = connection;
        this.statements = statements;
        this.batch = batch;
        try (Statement session = connection.createStatement()) {
            session.execute(SESSION);
        }
        this.submit = statements.submit().prepare(connection);
        this.claim = statements.claim().prepare(connection);
        this.complete = statements.complete().prepare(connection);
    }

    void submit(int count, int bytes) throws SQLException {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        String payload = HexFormat.of().formatHex(content);
        for (int done = 0; done < count; done += batch) {
            submitOnce(Math.min(batch, count - done), payload);
        }
    }

    private void submitOnce(int rows, String payload) throws SQLException {
        ExecutionId[] ids = new ExecutionId[rows];
        Arrays.setAll(ids, row -> mint.soloExecution());
        Arrays.sort(ids);
        String[] payloads = new String[rows];
        Arrays.fill(payloads, payload);
        statements
                .submit()
                .binding()
                .column(
                        "s_partition",
                        Arrays.stream(ids).map(ExecutionId::partition).toArray(Integer[]::new))
                .column("s_execution", Arrays.stream(ids).map(ExecutionId::uuid).toArray(UUID[]::new))
                .column("s_payload", payloads)
                .fill("s_", rows)
                .on(submit);
        try (ResultSet created = submit.executeQuery()) {
            requireRows(created, rows);
        }
    }

    /** Claims and completes until so many are completed by all loops together. */
    void drain(AtomicInteger completed, int count) throws SQLException {
        while (completed.get() < count) {
            List<Lease> leases = claim();
            if (!leases.isEmpty()) {
                complete(leases);
                completed.addAndGet(leases.size());
            }
        }
    }

    private record Lease(int partition, UUID execution, UUID lease, long epoch, UUID attempt, int index, String kind) {}

    private List<Lease> claim() throws SQLException {
        statements.claim().binding().freshIds(mint::ordered).on(claim);
        List<Lease> leases = new ArrayList<>();
        try (ResultSet rows = claim.executeQuery()) {
            while (rows.next()) {
                rows.getBytes("payload");
                leases.add(new Lease(
                        rows.getInt("partition_key"),
                        rows.getObject("execution_id", UUID.class),
                        rows.getObject("lease_id", UUID.class),
                        rows.getLong("lease_epoch"),
                        rows.getObject("current_attempt_id", UUID.class),
                        rows.getInt("current_attempt_index"),
                        rows.getString("lease_kind")));
            }
        }
        return leases;
    }

    private void complete(List<Lease> leases) throws SQLException {
        statements
                .complete()
                .binding()
                .column("h_partition", leases.stream().map(Lease::partition).toArray(Integer[]::new))
                .column("h_execution", leases.stream().map(Lease::execution).toArray(UUID[]::new))
                .column("h_lease", leases.stream().map(Lease::lease).toArray(UUID[]::new))
                .column("h_epoch", leases.stream().map(Lease::epoch).toArray(Long[]::new))
                .column("h_attempt", leases.stream().map(Lease::attempt).toArray(UUID[]::new))
                .column("h_index", leases.stream().map(Lease::index).toArray(Integer[]::new))
                .column("h_kind", leases.stream().map(Lease::kind).toArray(String[]::new))
                .fill("h_", leases.size())
                .on(complete);
        try (ResultSet ended = complete.executeQuery()) {
            requireRows(ended, leases.size());
        }
    }

    private static void requireRows(ResultSet rows, int expected) throws SQLException {
        int found = 0;
        while (rows.next()) {
            found++;
        }
        if (found != expected) {
            throw new IllegalStateException("a statement answered with " + found + " rows instead of " + expected);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

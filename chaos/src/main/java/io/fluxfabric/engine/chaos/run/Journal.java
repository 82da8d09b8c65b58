package io.fluxfabric.engine.chaos.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fluxfabric.engine.id.ExecutionId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * What a worker process did, written down outside of the database. A line is in the file before anything else happens, and stays
 * there when the process is killed.
 */
final class Journal implements AutoCloseable {

    static final String SUFFIX = ".journal";

    /** What a line says. */
    enum Fact {
        /** A handler did its work. */
        RAN,
        /** The database confirmed to this process that the execution has completed. */
        CONFIRMED
    }

    /**
     * A line.
     *
     * @param epoch that of the lease, as far as it is known
     */
    record Entry(Fact fact, String executionId, long epoch) {}

    private final FileChannel file;
    private final Scheduler writer = Schedulers.newSingle("journal");

    private Journal(FileChannel file) {
        this.file = file;
    }

    static Journal open(Path file) throws IOException {
        return new Journal(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    /** Writes a line, on a thread that may wait for the disk. */
    Mono<Void> add(Fact fact, ExecutionId id, long epoch) {
        return Mono.<Void>fromRunnable(() -> write(fact + " " + id + " " + epoch + "\n"))
                .subscribeOn(writer);
    }

    private void write(String line) {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(UTF_8));
        try {
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        writer.dispose();
        file.close();
    }

    /** All lines of all journals in a directory; one that the end of its writer cut off says nothing. */
    static List<Entry> readAll(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .flatMap(file -> read(file).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All lines of one; none if its writer has not begun. */
    static List<Entry> read(Path file) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            String text = Files.readString(file);
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .map(line -> line.split(" ", -1))
                    .map(words -> new Entry(Fact.valueOf(words[0]), words[1], Long.parseLong(words[2])))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

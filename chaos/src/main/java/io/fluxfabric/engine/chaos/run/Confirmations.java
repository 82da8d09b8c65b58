package io.fluxfabric.engine.chaos.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Counts the completions that the journals in a directory tell of, which needs no database. Each look reads on where the last one ended. */
final class Confirmations {

    private final Path folder;
    private final Map<Path, Long> read = new HashMap<>();
    private int counted;

    Confirmations(Path folder) {
        this.folder = folder;
    }

    /** How many there are by now. */
    int count() {
        journals().forEach(this::readOn);
        return counted;
    }

    private List<Path> journals() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(Journal.SUFFIX))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readOn(Path journal) {
        try (RandomAccessFile file = new RandomAccessFile(journal.toFile(), "r")) {
            long from = read.getOrDefault(journal, 0L);
            byte[] bytes = new byte[Math.toIntExact(file.length() - from)];
            file.seek(from);
            file.readFully(bytes);
            String text = new String(bytes, UTF_8); // ASCII only, so a character is a byte
            int whole = text.lastIndexOf('\n') + 1;
            counted += (int) text.substring(0, whole)
                    .lines()
                    .filter(line -> line.startsWith(Journal.Fact.CONFIRMED.name()))
                    .count();
            read.put(journal, from + whole);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

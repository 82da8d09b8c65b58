package io.fluxfabric.engine.chaos.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary directory that is gone after the run, also if it is broken off. */
record Folder(Path path, Thread atExit) implements AutoCloseable {

    static Folder create() throws IOException {
        Path path = Files.createTempDirectory("fluxfabric-chaos");
        Folder folder = new Folder(path, new Thread(() -> delete(path), "chaos-folder"));
        Runtime.getRuntime().addShutdownHook(folder.atExit());
        return folder;
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        delete(path);
    }

    private static void delete(Path tree) {
        try (Stream<Path> files = Files.walk(tree)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the files in " + tree + " cannot be removed", e);
        }
    }
}

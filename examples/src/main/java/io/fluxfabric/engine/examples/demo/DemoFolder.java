package io.fluxfabric.engine.examples.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary directory that is gone after the demo, also if it is broken off. */
record DemoFolder(Path path, Thread atExit) implements AutoCloseable {

    static DemoFolder create() {
        try {
            Path path = Files.createTempDirectory("fluxfabric-demo");
            DemoFolder folder = new DemoFolder(path, new Thread(() -> delete(path), "demo-folder"));
            Runtime.getRuntime().addShutdownHook(folder.atExit());
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary directory for the demo", e);
        }
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
            throw new UncheckedIOException("the demo's files in " + tree + " cannot be removed", e);
        }
    }
}

package io.fluxfabric.engine.testdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Removes what a test left on disk. */
final class TempFiles {

    private TempFiles() {}

    /** Deletes a directory with everything in it; one that is already gone is fine. */
    static void deleteTree(Path root) {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(root)) {
            List<Path> childrenFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path path : childrenFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new IllegalStateException("could not delete " + root, e);
        }
    }
}

package io.fluxfabric.house;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Rules about source files that compiled classes cannot show; each answers with one sentence per violation. */
final class SourceTree {

    /** More lines mean that a second idea moved in. */
    static final int MOST_LINES = 300;

    private SourceTree() {}

    static List<String> tooLong(Collection<Path> sources) {
        return sources.stream()
                .filter(file -> lines(file) > MOST_LINES)
                .map(file -> file + " has " + lines(file) + " lines, at most " + MOST_LINES + " are allowed")
                .toList();
    }

    static List<String> notNullMarked(Collection<Path> sources) {
        return sources.stream()
                .flatMap(file -> Stream.ofNullable(file.getParent()))
                .distinct()
                .filter(directory -> !nullMarked(directory.resolve("package-info.java")))
                .map(directory -> directory + " needs a package-info.java with a sentence and @NullMarked")
                .toList();
    }

    private static long lines(Path file) {
        return Repository.read(file).lines().count();
    }

    private static boolean nullMarked(Path packageInfo) {
        return Files.exists(packageInfo)
                && Repository.read(packageInfo).matches("(?s)\\s*/\\*\\*[\\s*]*\\w.*\\*/\\s*@NullMarked\\s+package .*");
    }
}

package io.fluxfabric.engine.proof.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A play: steps one after the other, and then, if there are any, several actors at once, each of whom knows what was there before.
 * It prints as the test that plays it.
 */
record Play(List<Step> before, List<List<Step>> atOnce) {

    static Play of(Step... steps) {
        return new Play(List.of(steps), List.of());
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // Only read.
    final Play then(List<Step>... actors) {
        return new Play(before, List.of(actors));
    }

    @Override
    public String toString() {
        return """

                @Test
                void found() {
                    Theatre.SQLITE_MEMORY.play(Play.of(
                %s)%s);
                }
                """.formatted(
                        lines(before, "            "),
                        atOnce.isEmpty()
                                ? ""
                                : atOnce.stream()
                                        .map(actor -> "            List.of(\n" + lines(actor, "                ") + ")")
                                        .collect(Collectors.joining(",\n", ".then(\n", ")")));
    }

    private static String lines(List<Step> steps, String indent) {
        return steps.stream().map(step -> indent + Step.java(step)).collect(Collectors.joining(",\n"));
    }
}

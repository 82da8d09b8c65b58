package io.fluxfabric.engine.proof.model;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How often each step got each sort of answer: plays that never get anywhere prove nothing. */
final class Tally {

    private final Map<String, Integer> counts = new TreeMap<>();

    void note(Step step, String answer) {
        counts.merge(step.getClass().getSimpleName() + ": " + sort(answer), 1, Integer::sum);
    }

    /** The answer without names and numbers. */
    private static String sort(String answer) {
        return answer.replaceAll("#\\w+|-?\\b\\d+\\b", "·");
    }

    /** Steps that never did what they are for. */
    List<String> neverDone() {
        return Arrays.stream(Step.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .filter(name -> counts.keySet().stream().noneMatch(key -> done(key, name)))
                .sorted()
                .toList();
    }

    private static boolean done(String key, String name) {
        String answer = key.substring(key.indexOf(": ") + 2);
        return key.startsWith(name + ": ")
                && !answer.startsWith("!")
                && !answer.equals("[]")
                && !answer.startsWith("not ")
                && !answer.startsWith("satisfied")
                && !answer.equals(Verbs.NOTHING_TO_DO);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        counts.forEach((answer, count) -> text.append("%7d %s%n".formatted(count, answer)));
        return text.toString();
    }
}

package io.fluxfabric.engine.proof.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.audit.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Plays on the engine and on the model, and compares. One for each database; opened when it is first needed. */
@SuppressWarnings("ImmutableEnumChecker") // Each is a place, with what is open in it.
enum Theatre {
    POSTGRES(Stage::postgres),
    SQLITE_FILE(Stage::sqliteFile),
    SQLITE_MEMORY(Stage::sqliteMemory);

    /** The audit looks at the whole database, so it is not held after every play. */
    private static final int PLAYS_PER_AUDIT = 50;

    /** After so many plays everything must have happened. */
    private static final int ENOUGH = 600;

    private static final Logger LOG = LoggerFactory.getLogger(Theatre.class);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Supplier<Stage> opening;
    private Stage open;
    private Tally tally = new Tally();

    Theatre(Supplier<Stage> opening) {
        this.opening = opening;
    }

    private Stage stage() {
        if (open == null) {
            open = opening.get();
        }
        return open;
    }

    /** Closes what was opened, and tells what no step ever did in it. */
    List<String> close() {
        if (open == null) {
            return List.of();
        }
        audit(open);
        open.close();
        LOG.debug("Played:\n{}", tally);
        List<String> neverDone = open.plays() < ENOUGH ? List.of() : tally.neverDone();
        tally = new Tally();
        open = null;
        return neverDone;
    }

    private static void audit(Stage stage) {
        List<Violation> violations = stage.node(false).audit().collectList().block(PATIENCE);
        assertThat(violations).as("violated invariants").isEmpty();
        assertThat(stage.connectionsInUse()).as("connections left out").isZero();
    }

    void play(Play play) {
        Stage stage = stage();
        stage.begin();
        EngineVerbs engine = new EngineVerbs(stage, stage.node(false), "", new Seen<>());
        Model model = new Model();
        ModelVerbs modelled = new ModelVerbs(model, "", new Seen<>());
        for (int place = 0; place < play.before().size(); place++) {
            Step step = play.before().get(place);
            String answer = step.on(engine);
            tally.note(step, answer);
            assertThat(answer)
                    .as("the engine's answer to step %d, %s", place, Step.java(step))
                    .isEqualTo(step.on(modelled));
        }
        if (play.atOnce().isEmpty()) {
            assertThat(String.join("\n", Picture.of(stage)))
                    .as("what is left when all is played")
                    .isEqualTo(String.join("\n", Picture.of(model)));
        } else {
            List<List<String>> answers = atOnce(stage, engine, play.atOnce());
            List<String> left = Picture.of(stage);
            note(play, answers);
            assertThat(new Interleaving(play, answers, left).exists())
                    .as(() -> "no order of these steps explains these answers and what is left:\n" + told(play, answers)
                            + "\n" + String.join("\n", left))
                    .isTrue();
        }
        if (stage.plays() % PLAYS_PER_AUDIT == 0) {
            audit(stage);
        }
    }

    private void note(Play play, List<List<String>> answers) {
        for (int actor = 0; actor < answers.size(); actor++) {
            for (int place = 0; place < answers.get(actor).size(); place++) {
                tally.note(
                        play.atOnce().get(actor).get(place), answers.get(actor).get(place));
            }
        }
    }

    private static String told(Play play, List<List<String>> answers) {
        StringBuilder told = new StringBuilder();
        for (int actor = 0; actor < answers.size(); actor++) {
            for (int place = 0; place < answers.get(actor).size(); place++) {
                told.append("actor %d: %s -> %s%n"
                        .formatted(
                                actor,
                                Step.java(play.atOnce().get(actor).get(place)),
                                answers.get(actor).get(place)));
            }
        }
        return told.toString();
    }

    private static List<List<String>> atOnce(Stage stage, EngineVerbs engine, List<List<Step>> actors) {
        ExecutorService threads = Executors.newFixedThreadPool(actors.size());
        CyclicBarrier start = new CyclicBarrier(actors.size());
        try {
            List<Future<List<String>>> acts = new ArrayList<>();
            for (int actor = 0; actor < actors.size(); actor++) {
                List<Step> steps = actors.get(actor);
                EngineVerbs verbs = engine.fork(stage.node(actor % 2 == 1), Interleaving.prefix(actor));
                acts.add(threads.submit(() -> {
                    start.await(30, TimeUnit.SECONDS);
                    return steps.stream().map(step -> step.on(verbs)).toList();
                }));
            }
            List<List<String>> answers = new ArrayList<>();
            for (Future<List<String>> act : acts) {
                answers.add(act.get(60, TimeUnit.SECONDS));
            }
            return answers;
        } catch (InterruptedException | ExecutionException | TimeoutException broken) {
            throw new AssertionError("an actor did not come to an end", broken);
        } finally {
            threads.shutdownNow();
        }
    }
}

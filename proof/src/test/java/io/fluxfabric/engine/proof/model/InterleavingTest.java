package io.fluxfabric.engine.proof.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** That the search for an order finds one if there is one, and none if there is none. */
class InterleavingTest {

    private static final Step SUBMIT = new Step.Submit(0, 0, 0, 0, Step.Retrying.NEVER, 0, 0, true, 2, 2, 0, 0);
    private static final Step ANNA = new Step.Claim(0, 0, 2, 1, 10);
    private static final Step BERT = new Step.Claim(0, 2, 2, 1, 10);
    private static final String GOT_IT = "[#0 attempt 0 INITIAL FRESH epoch 1 retries 0 until 10000]";

    private final Play race = Play.of(SUBMIT).then(List.of(ANNA), List.of(BERT, new Step.Complete(0)));

    @Test
    @DisplayName("the second of two actors wins a claim and completes it")
    void order() {
        List<List<String>> answers = List.of(List.of("[]"), List.of(GOT_IT, "completed at 0"));
        assertThat(new Interleaving(race, answers, left(SUBMIT, BERT, new Step.Complete(0))).exists())
                .isTrue();
    }

    @Test
    @DisplayName("both actors win the same claim: no order explains it")
    void twoWinners() {
        List<List<String>> answers = List.of(List.of(GOT_IT), List.of(GOT_IT, "completed at 0"));
        assertThat(new Interleaving(race, answers, left(SUBMIT, BERT, new Step.Complete(0))).exists())
                .isFalse();
    }

    @Test
    @DisplayName("a completion that was answered but not written: no order explains it")
    void lostUpdate() {
        List<List<String>> answers = List.of(List.of("[]"), List.of(GOT_IT, "completed at 0"));
        assertThat(new Interleaving(race, answers, left(SUBMIT, BERT)).exists()).isFalse();
    }

    @Test
    @DisplayName("a play prints as the test that plays it")
    void prints() {
        assertThat(race.toString())
                .contains("Theatre.SQLITE_MEMORY.play(Play.of(")
                .contains("new Step.Submit(0, 0, 0, 0, Step.Retrying.NEVER, 0, 0, true, 2, 2, 0, 0)).then(")
                .contains("new Step.Claim(0, 2, 2, 1, 10),")
                .contains("new Step.Complete(0)");
    }

    private static List<String> left(Step... steps) {
        Model model = new Model();
        ModelVerbs actor = new ModelVerbs(model, "", new Seen<>());
        List.of(steps).forEach(step -> step.on(actor));
        return new ArrayList<>(Picture.of(model));
    }
}

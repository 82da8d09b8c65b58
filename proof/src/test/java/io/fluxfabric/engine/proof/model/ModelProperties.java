package io.fluxfabric.engine.proof.model;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;

/** What holds for every play, on each database. */
abstract class ModelProperties {

    abstract Theatre theatre();

    @Property(shrinking = ShrinkingMode.BOUNDED)
    @Label("[63] one after the other: the same answers as the model, and the same is left")
    void stepsInOrder(@ForAll("inOrder") Play play) {
        theatre().play(play);
    }

    @Property(shrinking = ShrinkingMode.BOUNDED)
    @Label("[63] at once: answers and what is left are those of some order of the steps")
    void stepsAtOnce(@ForAll("atOnce") Play play) {
        theatre().play(play);
    }

    @Provide
    Arbitrary<Play> inOrder() {
        return Steps.inOrder();
    }

    @Provide
    Arbitrary<Play> atOnce() {
        return Steps.atOnce();
    }

    /** Plays that never get anywhere would prove nothing. */
    @AfterContainer
    static void everyStepWasDoneSometimes() {
        for (Theatre theatre : Theatre.values()) {
            assertThat(theatre.close())
                    .as("steps that never did what they are for")
                    .isEmpty();
        }
    }
}

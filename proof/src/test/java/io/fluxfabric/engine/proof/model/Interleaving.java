package io.fluxfabric.engine.proof.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Looks for an order in which the model gives every actor the answers the engine gave, and is left as the engine was. The steps of an
 * actor keep their order. If there is such an order, nobody can tell that the steps ran at the same time.
 *
 * <p>Two things are looser than that, because the engine passes over rows that somebody else is just at: a claim may get fewer than
 * there are, and a pass may leave out some of what is due.
 */
final class Interleaving {

    /** An actor's next step; for a pass also which of the due executions it meets, as a set of bits. */
    private record Move(int actor, int met) {}

    private final Play play;
    private final List<List<String>> answers;
    private final List<String> left;

    Interleaving(Play play, List<List<String>> answers, List<String> left) {
        this.play = play;
        this.answers = answers;
        this.left = left;
    }

    static String prefix(int actor) {
        return String.valueOf((char) ('a' + actor));
    }

    boolean exists() {
        return search(new ArrayList<>());
    }

    /** The model and its actors after some moves; made anew each time, because nothing in it can be taken back. */
    private final class World {
        final Model model = new Model();
        final List<ModelVerbs> actors = new ArrayList<>();
        final int[] done = new int[play.atOnce().size()];

        World(List<Move> moves) {
            ModelVerbs first = new ModelVerbs(model, "", new Seen<>());
            play.before().forEach(step -> step.on(first));
            for (int actor = 0; actor < done.length; actor++) {
                actors.add(first.fork(prefix(actor)));
            }
            moves.forEach(this::make);
        }

        boolean over() {
            for (int actor = 0; actor < done.length; actor++) {
                if (!finished(actor)) {
                    return false;
                }
            }
            return true;
        }

        boolean finished(int actor) {
            return done[actor] == play.atOnce().get(actor).size();
        }

        Step next(int actor) {
            return play.atOnce().get(actor).get(done[actor]);
        }

        /** Tells whether the answer is the one the engine gave. */
        boolean make(Move move) {
            Step step = next(move.actor());
            String answer = answers.get(move.actor()).get(done[move.actor()]++);
            if (step instanceof Step.Pass pass) {
                List<Exec> due = model.due(pass.task());
                for (int place = 0; place < due.size(); place++) {
                    if ((move.met() & 1 << place) != 0) {
                        model.pass(pass.task(), due.get(place), pass.grace());
                    }
                }
                return answer.equals("passed");
            }
            return answer.equals(actors.get(move.actor()).amongOthers(step, answer));
        }

        /** In how many ways an actor's next step can go. */
        int ways(int actor) {
            return next(actor) instanceof Step.Pass pass
                    ? 1 << model.due(pass.task()).size()
                    : 1;
        }
    }

    private boolean search(List<Move> moves) {
        World world = new World(moves);
        if (world.over()) {
            return Picture.of(world.model).equals(left);
        }
        for (int actor = 0; actor < world.done.length; actor++) {
            // Meeting everything is what mostly happens, so it is tried first.
            for (int met = world.finished(actor) ? -1 : world.ways(actor) - 1; met >= 0; met--) {
                Move move = new Move(actor, met);
                if (new World(moves).make(move)) {
                    List<Move> more = new ArrayList<>(moves);
                    more.add(move);
                    if (search(more)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}

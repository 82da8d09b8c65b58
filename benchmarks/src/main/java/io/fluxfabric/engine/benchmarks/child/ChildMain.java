package io.fluxfabric.engine.benchmarks.child;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fluxfabric.engine.benchmarks.measure.Contender;
import io.fluxfabric.engine.benchmarks.measure.Database;
import io.fluxfabric.engine.benchmarks.measure.Figures;
import io.fluxfabric.engine.benchmarks.measure.Work;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The main of a measured process. It reads commands from its input, one a line, and answers each with one line of JSON:
 *
 * <pre>
 * prepare jdbc:… r2dbc:…
 * open jdbc:… r2dbc:…
 * round burn-down 20000 16
 * close
 * quit
 * </pre>
 *
 * When its input ends, so does the process, even in the middle of a round: nobody is there any more to hear the answer.
 */
public final class ChildMain {

    private static final int ORPHANED = 3;

    private final Contender contender;
    private final PrintStream answers;

    private ChildMain(Contender contender, PrintStream answers) {
        this.contender = contender;
        this.answers = answers;
    }

    public static void main(String[] args) throws InterruptedException {
        PrintStream answers = System.out;
        System.setOut(System.err); // what a library prints is no answer
        SystemName name = SystemName.parse(args[0]).orElseThrow();
        new ChildMain(name.contender(), answers).serve(reading());
        System.exit(0); // libraries leave threads behind
    }

    private static BlockingQueue<String> reading() {
        BlockingQueue<String> commands = new LinkedBlockingQueue<>();
        Thread reader = new Thread(() -> read(commands), "commands");
        reader.setDaemon(true);
        reader.start();
        return commands;
    }

    private static void read(BlockingQueue<String> commands) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                commands.add(line);
            }
        } catch (IOException e) {
            System.err.println("cannot read commands: " + e.getMessage());
        }
        Runtime.getRuntime().halt(ORPHANED);
    }

    private void serve(BlockingQueue<String> commands) throws InterruptedException {
        say(Answer.hello(contender.describe()));
        for (String line = commands.take(); !line.equals("quit"); line = commands.take()) {
            say(answer(line.split(" ", -1)));
        }
    }

    private Answer answer(String[] words) {
        try {
            return Answer.done(perform(words));
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            e.printStackTrace(System.err);
            return Answer.failed(e);
        }
    }

    private Figures perform(String[] words) throws Exception {
        switch (words[0]) {
            case "prepare" -> contender.prepare(new Database(words[1], words[2]));
            case "open" -> contender.open(new Database(words[1], words[2]));
            case "close" -> contender.close();
            case "round" -> {
                return contender.run(Work.parse(words[1], words[2], words[3]));
            }
            default -> throw new IllegalArgumentException("unknown command " + words[0]);
        }
        return Figures.none();
    }

    private void say(Answer answer) {
        answers.println(answer.line());
        answers.flush();
    }
}

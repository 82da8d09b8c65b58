package io.fluxfabric.engine.chaos.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** Signals to processes of ours. */
public final class Signals {

    private static final long PATIENCE_SECONDS = 30;

    private Signals() {}

    /** SIGSTOP: it stands still and does not know it. */
    public static void freeze(Process process) {
        send("STOP", process);
    }

    /** SIGCONT: it goes on where it was. */
    public static void thaw(Process process) {
        send("CONT", process);
    }

    /** SIGKILL, also to one that is frozen. Returns when it is gone. */
    public static void kill(Process process) {
        process.destroyForcibly();
        await(process, "process " + process.pid());
    }

    private static void send(String signal, Process process) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .start();
            await(kill, "kill -" + signal);
            if (kill.exitValue() != 0) {
                throw new IllegalStateException("SIG" + signal + " does not reach process " + process.pid() + ": "
                        + new String(kill.getInputStream().readAllBytes(), UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no program to send SIG" + signal, e);
        }
    }

    private static void await(Process process, String name) {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + " did not end within " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + name, e);
        }
    }
}

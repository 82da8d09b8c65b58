package io.fluxfabric.engine.chaos.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Follows which statement a connection is at, and springs a trap set for it. Used on one event loop only. */
final class Conversation {

    private final Messages requests = Messages.ofClient(this::request);
    private final Messages answers = Messages.ofServer(this::answer);
    private final Map<String, String> prepared = new HashMap<>();
    private final Function<String, Optional<Trap>> traps;
    private final Runnable cut;
    private long asked;
    private long answered;
    private long cutAtAnswer;
    private String statement = "";
    private @Nullable Trap trap;

    /**
     * @param traps gives the trap that is set for a statement, and takes it away
     * @param cut breaks the connection
     */
    Conversation(Function<String, Optional<Trap>> traps, Runnable cut) {
        this.traps = traps;
        this.cut = cut;
    }

    /** Whether what the client sent may go on to the server. */
    boolean passesRequest(ByteBuf bytes) {
        requests.passing(bytes);
        return trap == null || trap.loss() == Loss.ANSWER;
    }

    /** Whether what the server sent may go on to the client. */
    boolean passesAnswer(ByteBuf bytes) {
        answers.passing(bytes);
        return trap == null;
    }

    private void request(char type, ByteBuf body) {
        switch (type) {
            case 'P' -> prepared.put(text(body), text(body));
            case 'B' -> {
                text(body); // the portal
                asks(prepared.getOrDefault(text(body), ""));
            }
            case 'Q' -> {
                asks(text(body));
                asked++;
            }
            case 'S' -> asked++;
            default -> {}
        }
    }

    private void asks(String wanted) {
        if (trap == null) {
            trap = traps.apply(wanted).orElse(null);
            statement = wanted;
            cutAtAnswer = asked + 1;
            if (trap != null && trap.loss() == Loss.REQUEST) {
                spring(trap);
            }
        }
    }

    private void answer(char type, ByteBuf body) {
        // The server greets with one of these before it was asked anything.
        if (type == 'Z' && answered++ == cutAtAnswer && trap != null) {
            spring(trap);
        }
    }

    private void spring(Trap sprung) {
        cut.run();
        sprung.sprung().complete(statement);
    }

    private static String text(ByteBuf body) {
        int length = body.bytesBefore((byte) 0);
        String text = body.toString(body.readerIndex(), length, UTF_8);
        body.skipBytes(length + 1);
        return text;
    }
}

package io.fluxfabric.r2dbc.sqlite;

import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks at what a connection holds, on its own thread. */
final class Inside {
    private static final String THREADS = "r2dbc-sqlite-";

    private Inside() {}

    static int openStatements(SqliteConnection connection) {
        return ask(connection, NativeDatabase::openStatements);
    }

    static int cachedStatements(SqliteConnection connection) {
        return ask(connection, NativeDatabase::cachedStatements);
    }

    /** The threads of connections that are open. */
    static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(THREADS))
                .collect(Collectors.toSet());
    }

    /** Waits until some connection is at work in this method, so that what follows meets it there. */
    static void awaitCall(Class<?> type, String method) {
        Waiting.until(() -> Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().startsWith(THREADS))
                .flatMap(thread -> Stream.of(thread.getValue()))
                .anyMatch(frame -> frame.getClassName().equals(type.getName())
                        && frame.getMethodName().equals(method)));
    }

    private static int ask(SqliteConnection connection, Function<NativeDatabase, Integer> question) {
        Session session = connection.session();
        return Sql.await(session.<Integer>call(guard -> question.apply(session.database())));
    }
}

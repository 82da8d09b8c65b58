package io.fluxfabric.r2dbc.sqlite;

import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Looks at what a connection holds, on its own thread. */
final class Inside {
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
                .filter(name -> name.startsWith("r2dbc-sqlite-"))
                .collect(Collectors.toSet());
    }

    private static int ask(SqliteConnection connection, Function<NativeDatabase, Integer> question) {
        Session session = connection.session();
        return Sql.await(session.<Integer>call(guard -> question.apply(session.database())));
    }
}

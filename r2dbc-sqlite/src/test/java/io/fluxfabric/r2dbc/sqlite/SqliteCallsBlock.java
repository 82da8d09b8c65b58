package io.fluxfabric.r2dbc.sqlite;

import org.sqlite.core.DB;
import org.sqlite.core.SafeStmtPtr;
import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/** Tells BlockHound, which knows only the blocking calls of the JDK, the ways into SQLite. */
public final class SqliteCallsBlock implements BlockHoundIntegration {
    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.markAsBlocking(DB.class, "open", "(Ljava/lang/String;I)V")
                .markAsBlocking(DB.class, "close", "()V")
                .markAsBlocking(DB.class, "prepare", "(Lorg/sqlite/core/CoreStatement;)V")
                .markAsBlocking(DB.class, "execute", "(Lorg/sqlite/core/CoreStatement;[Ljava/lang/Object;)Z")
                .markAsBlocking(SafeStmtPtr.class, "safeRunInt", "(Lorg/sqlite/core/SafeStmtPtr$SafePtrIntFunction;)I")
                .markAsBlocking(
                        SafeStmtPtr.class,
                        "safeRun",
                        "(Lorg/sqlite/core/SafeStmtPtr$SafePtrFunction;)Ljava/lang/Object;");
    }
}

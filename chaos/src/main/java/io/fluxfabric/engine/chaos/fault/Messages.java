package io.fluxfabric.engine.chaos.fault;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Cuts the bytes of one direction of a PostgreSQL connection into messages. It looks at a copy: what comes by is not touched. A
 * connection that asks for encryption is not understood, and passes unseen.
 */
final class Messages {

    /** Told of every message. */
    interface Reader {
        void message(char type, ByteBuf body);
    }

    private static final int LENGTH = Integer.BYTES;
    private static final int HEADER = 1 + LENGTH;
    private static final int ASKS_FOR_SSL = 80_877_103;
    private static final int ASKS_FOR_GSS = 80_877_104;

    private final Reader reader;
    private final ByteBuf unread = Unpooled.buffer();
    private boolean greeting;
    private boolean opaque;

    private Messages(Reader reader, boolean greeting) {
        this.reader = reader;
        this.greeting = greeting;
    }

    /** Those of a client, whose first one has no type. */
    static Messages ofClient(Reader reader) {
        return new Messages(reader, true);
    }

    static Messages ofServer(Reader reader) {
        return new Messages(reader, false);
    }

    void passing(ByteBuf bytes) {
        if (opaque) {
            return;
        }
        unread.writeBytes(bytes, bytes.readerIndex(), bytes.readableBytes());
        if (greeting && !skipGreeting()) {
            return;
        }
        while (!opaque && unread.readableBytes() >= HEADER) {
            int length = unread.getInt(unread.readerIndex() + 1);
            if (unread.readableBytes() < 1 + length) {
                break;
            }
            char type = (char) unread.readByte();
            unread.skipBytes(LENGTH);
            reader.message(type, unread.readSlice(length - LENGTH));
        }
        unread.discardSomeReadBytes();
    }

    private boolean skipGreeting() {
        if (unread.readableBytes() < 2 * LENGTH) {
            return false;
        }
        int code = unread.getInt(unread.readerIndex() + LENGTH);
        opaque = code == ASKS_FOR_SSL || code == ASKS_FOR_GSS;
        int length = unread.getInt(unread.readerIndex());
        if (opaque || unread.readableBytes() < length) {
            return false;
        }
        unread.skipBytes(length);
        greeting = false;
        return true;
    }
}

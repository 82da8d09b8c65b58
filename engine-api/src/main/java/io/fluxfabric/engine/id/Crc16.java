package io.fluxfabric.engine.id;

/** CRC-16/XMODEM: polynomial 0x1021, initial value 0, not reflected. */
final class Crc16 {
    private static final int[] TABLE = table();

    private Crc16() {}

    static int of(byte[] bytes) {
        int crc = 0;
        for (byte next : bytes) {
            crc = ((crc << 8) ^ TABLE[((crc >>> 8) ^ next) & 0xFF]) & 0xFFFF;
        }
        return crc;
    }

    private static int[] table() {
        int[] table = new int[256];
        for (int index = 0; index < table.length; index++) {
            int crc = index << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ 0x1021;
            }
            table[index] = crc & 0xFFFF;
        }
        return table;
    }
}

package io.fluxfabric.engine.chaos.run;

import java.time.Duration;

/**
 * Something that goes wrong for a while.
 *
 * @param strike makes it go wrong
 * @param lasts for how long
 * @param heal puts it right again
 */
record Fault(String name, Duration lasts, Runnable strike, Runnable heal) {}

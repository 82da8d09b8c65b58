package io.fluxfabric.engine.r2dbc.kit;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Rows read page by page, each page when its first row is asked for and not before.
 *
 * <ol>
 *   <li>Ticks say that there is a next page. A tick is taken up when the page before it has gone by.
 *   <li>The page itself is read behind a gate that opens with the first demand, because somebody who has taken the last row of a
 *       page has not asked for another.
 * </ol>
 */
public final class Pages {

    private static final Object TICK = new Object();

    private Pages() {}

    /** One page, and where the next one begins, if there is one. */
    public record Page<T, P>(List<T> rows, Optional<P> next) {

        /** Made of up to one row more than fits, which shows whether there is a next page. */
        public static <T, P> Page<T, P> of(List<T> upToOneMore, int size, Function<T, P> place) {
            if (upToOneMore.size() <= size) {
                return new Page<>(upToOneMore, Optional.empty());
            }
            List<T> rows = upToOneMore.subList(0, size);
            return new Page<>(rows, Optional.of(place.apply(rows.get(size - 1))));
        }
    }

    /** All rows from a place on. Cold: each subscription begins at the start. */
    public static <T, P> Flux<T> from(P start, Function<P, Mono<Page<T, P>>> read) {
        return Flux.defer(() -> new Reading<>(start, read).rows());
    }

    /** Where one subscriber is. Signals of one subscription follow each other, so nothing here is contended. */
    private static final class Reading<T, P> {

        private final Function<P, Mono<Page<T, P>>> read;
        private volatile Optional<P> next;

        Reading(P start, Function<P, Mono<Page<T, P>>> read) {
            this.read = read;
            this.next = Optional.of(start);
        }

        Flux<T> rows() {
            return Flux.generate(sink -> next.ifPresentOrElse(place -> sink.next(TICK), sink::complete))
                    .concatMap(tick -> whenAskedFor().concatMap(asked -> page(), 0), 0);
        }

        /** Hidden, because Reactor would answer a plain constant without waiting for demand. */
        private static Flux<Object> whenAskedFor() {
            return Flux.just(TICK).hide();
        }

        private Flux<T> page() {
            return read.apply(next.orElseThrow())
                    .doOnNext(page -> next = page.next())
                    .flatMapIterable(Page::rows);
        }
    }
}

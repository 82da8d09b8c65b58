package io.fluxfabric.engine.proof.cancel;

import io.fluxfabric.engine.proof.Ground;
import java.time.Duration;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** When a caller changes its mind. */
enum Moments {
    /** Before it is even subscribed to the operation. */
    BEFORE_SUBSCRIPTION {
        @Override
        void cancel(Publisher<?> call) {
            Flux.from(call).delaySubscription(Mono.never()).subscribe().dispose();
        }
    },
    /** When it hears of the subscription, having asked for nothing. */
    ON_SUBSCRIPTION {
        @Override
        void cancel(Publisher<?> call) {
            subscribe(call, new BaseSubscriber<Object>() {
                @Override
                protected void hookOnSubscribe(Subscription subscription) {
                    subscription.cancel();
                }
            });
        }
    },
    /** Right after it asked for the first answer. */
    AFTER_REQUEST {
        @Override
        void cancel(Publisher<?> call) {
            subscribe(call, new BaseSubscriber<Object>() {
                @Override
                protected void hookOnSubscribe(Subscription subscription) {
                    subscription.request(1);
                    subscription.cancel();
                }
            });
        }
    },
    /** When everything is on its way. */
    AFTER_SUBSCRIBING {
        @Override
        void cancel(Publisher<?> call) {
            Disposable caller = Flux.from(call).subscribe(answer -> {}, error -> {});
            caller.dispose();
        }
    },
    /** On the first answer; operations without one run to their end, or until somebody loses patience. */
    ON_FIRST_ANSWER {
        @Override
        void cancel(Publisher<?> call) {
            Flux.from(call)
                    .take(1)
                    .then()
                    .onErrorComplete()
                    .timeout(Duration.ofMillis(300), Mono.empty())
                    .block(Ground.PATIENCE);
        }
    };

    abstract void cancel(Publisher<?> call);

    @SuppressWarnings("unchecked") // A subscriber of anything takes anything.
    private static void subscribe(Publisher<?> call, BaseSubscriber<Object> caller) {
        ((Publisher<Object>) call).subscribe(caller);
    }
}

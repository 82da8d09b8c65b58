package io.fluxfabric.engine.task;

import io.fluxfabric.engine.id.ExecutionKind;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;
import reactor.util.context.Context;

/**
 * Lets a handler be cancelled without its exceptions: they would end whoever cancels it, which is the loop that renews or fences all
 * tasks, and the task they come from would never be over.
 */
final class CalmCancellation implements CoreSubscriber<Object> {

    private static final Logger log = LoggerFactory.getLogger(CalmCancellation.class);

    private final CoreSubscriber<? super Object> actual;
    private final ExecutionKind kind;

    CalmCancellation(CoreSubscriber<? super Object> actual, ExecutionKind kind) {
        this.actual = actual;
        this.kind = kind;
    }

    @Override
    public Context currentContext() {
        return actual.currentContext();
    }

    @Override
    public void onSubscribe(Subscription work) {
        actual.onSubscribe(new Subscription() {
            @Override
            public void request(long demand) {
                work.request(demand);
            }

            @Override
            public void cancel() {
                try {
                    work.cancel();
                } catch (Throwable thrown) {
                    log.warn("the handler of {} threw when it was cancelled; it is taken for cancelled", kind, thrown);
                }
            }
        });
    }

    @Override
    public void onNext(Object value) {
        actual.onNext(value);
    }

    @Override
    public void onError(Throwable error) {
        actual.onError(error);
    }

    @Override
    public void onComplete() {
        actual.onComplete();
    }
}

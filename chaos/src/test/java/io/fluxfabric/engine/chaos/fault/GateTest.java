package io.fluxfabric.engine.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

class GateTest {

    private final Gate gate = new Gate();
    private final Scheduler loop = Schedulers.newSingle("loop");
    private final ByteBuf bytes = Unpooled.buffer().writeInt(7);

    @AfterEach
    void end() {
        loop.dispose();
    }

    @Test
    @DisplayName("bytes that are held when nobody waits for them any more are released")
    void cancelled() {
        gate.close();
        Disposable waiting = gate.pass(bytes, loop).subscribe();
        assertThat(bytes.refCnt()).isEqualTo(1);
        waiting.dispose();
        assertThat(bytes.refCnt()).isZero();
        gate.open();
    }

    @Test
    @DisplayName("bytes that went through belong to who got them, also if that one cancels at once")
    void taken() {
        StepVerifier.create(gate.pass(bytes, loop), 1)
                .expectNext(bytes)
                .thenCancel()
                .verify();
        assertThat(bytes.refCnt()).isEqualTo(1);
        bytes.release();
    }

    @Test
    @DisplayName("bytes that were held go on where their connection lives, not with who opens")
    void thread() {
        gate.close();
        List<String> threads = new ArrayList<>();
        StepVerifier.create(gate.pass(bytes, loop)
                        .doOnNext(got -> threads.add(Thread.currentThread().getName())))
                .then(gate::open)
                .expectNext(bytes)
                .verifyComplete();
        assertThat(threads).singleElement().asString().startsWith("loop");
        bytes.release();
    }
}

package io.fluxfabric.engine.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class IdMintTest {
    private final IdMint mint = new IdMint(PartitionCount.DEFAULT, () -> 1_900_000_000_000L);

    @Test
    @DisplayName("a minted execution id carries the partition of its own UUID, or of its flow")
    void partitions() {
        UUID flow = UUID.fromString("00000000-0000-4000-8000-00000000000f");
        ExecutionId solo = mint.soloExecution();

        assertThat(solo.partition()).isEqualTo(PartitionCount.DEFAULT.partitionOf(solo.uuid()));
        assertThat(mint.memberOf(flow).partition()).isEqualTo(PartitionCount.DEFAULT.partitionOf(flow));
        assertThat(solo.uuid().version()).isEqualTo(7);
        assertThat(mint.attempt().value().version()).isEqualTo(7);
        assertThat(mint.ordered().version()).isEqualTo(7);
    }

    @Test
    @DisplayName("a lease id has 122 random bits and the marks of version 4")
    void leaseBits() {
        long everSetHigh = 0;
        long everSetLow = 0;
        long alwaysSetHigh = -1;
        long alwaysSetLow = -1;
        for (int n = 0; n < 500; n++) {
            UUID lease = mint.lease().value();
            everSetHigh |= lease.getMostSignificantBits();
            everSetLow |= lease.getLeastSignificantBits();
            alwaysSetHigh &= lease.getMostSignificantBits();
            alwaysSetLow &= lease.getLeastSignificantBits();
        }
        assertThat(everSetHigh).isEqualTo(0xFFFF_FFFF_FFFF_4FFFL);
        assertThat(everSetLow).isEqualTo(0xBFFF_FFFF_FFFF_FFFFL);
        assertThat(alwaysSetHigh).isEqualTo(0x4000L);
        assertThat(alwaysSetLow).isEqualTo(0x8000_0000_0000_0000L);
    }

    @Test
    @DisplayName("a lease id does not show itself")
    void leaseIsHidden() {
        LeaseId lease = mint.lease();

        assertThat(lease.toString()).doesNotContain(lease.value().toString()).isEqualTo("LeaseId[hidden]");
    }

    @Test
    @DisplayName("two mints never make the same lease ids")
    void mintsDiffer() {
        IdMint other = new IdMint(PartitionCount.DEFAULT, () -> 1_900_000_000_000L);
        Set<LeaseId> leases = new HashSet<>();
        for (int n = 0; n < 1_000; n++) {
            leases.add(mint.lease());
            leases.add(other.lease());
        }
        assertThat(leases).hasSize(2_000);
    }

    @Test
    @DisplayName("minting on a non-blocking thread never blocks it")
    void neverBlocks() {
        Integer distinct = Flux.range(0, 100_000)
                .parallel(4)
                .runOn(Schedulers.parallel())
                .map(n ->
                        n % 2 == 0 ? mint.lease().value() : mint.soloExecution().uuid())
                .sequential()
                .collect(HashSet::new, Set::add)
                .map(Set::size)
                .block(Duration.ofSeconds(30));

        assertThat(distinct).isEqualTo(100_000);
    }

    @Test
    @DisplayName("the watch for blocking calls is on, so the test above can fail")
    void blockingIsWatched() {
        Mono<Integer> blocking = Mono.fromCallable(() -> {
                    Thread.sleep(1);
                    return 1;
                })
                .subscribeOn(Schedulers.parallel());

        assertThatThrownBy(() -> blocking.block(Duration.ofSeconds(30)))
                .hasRootCauseInstanceOf(BlockingOperationError.class);
    }
}

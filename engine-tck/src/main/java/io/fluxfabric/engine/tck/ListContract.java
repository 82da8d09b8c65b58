package io.fluxfabric.engine.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.execution.ExecutionPage;
import io.fluxfabric.engine.execution.ExecutionSummary;
import io.fluxfabric.engine.execution.ListExecutions;
import io.fluxfabric.engine.execution.Submit;
import io.fluxfabric.engine.id.ExecutionId;
import io.fluxfabric.engine.id.Priority;
import io.fluxfabric.engine.lease.Handle;
import io.fluxfabric.engine.state.PublicState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** Listing executions: order, filters, pages, cursors and demand. */
public interface ListContract extends EngineFixture {

    private List<ExecutionId> givenMany(int count, Submit submit) {
        return IntStream.range(0, count)
                .mapToObj(index -> given(submit))
                .sorted(Comparator.comparing(ExecutionId::uuid, Comparator.comparing(UUID::toString)))
                .toList();
    }

    private List<ExecutionId> listed(ListExecutions which) {
        return await(executions().list(which).map(ExecutionSummary::id));
    }

    @Test
    @DisplayName("EXE-041 pages follow each other by their cursor, in the order of the ids; the last one has none")
    default void pagesOfFive() {
        List<ExecutionId> all = givenMany(15, aSubmit());
        List<ExecutionId> read = new ArrayList<>();
        ListExecutions which = ListExecutions.all().pageSize(5);

        ExecutionPage first = await(executions().page(which));
        ExecutionPage second = await(executions().page(which.after(first.next().orElseThrow())));
        ExecutionPage third = await(executions().page(which.after(second.next().orElseThrow())));

        Stream.of(first, second, third).forEach(page -> {
            assertThat(page.executions()).hasSize(5);
            page.executions().forEach(one -> read.add(one.id()));
        });
        assertThat(third.next()).isEmpty();
        assertThat(read).isEqualTo(all);
    }

    @Test
    @DisplayName("EXE-041 (target) an empty namespace has one empty page; a page of no rows is refused")
    default void emptyPages() {
        assertThat(await(executions().page(ListExecutions.all())))
                .isEqualTo(new ExecutionPage(List.of(), Optional.empty()));
        refused(ListExecutions.all().pageSize(0), "pageSize");
        refused(ListExecutions.all().pageSize(1001), "pageSize");
        assertThat(await(executions().page(ListExecutions.all().pageSize(1000))).executions())
                .isEmpty();
    }

    @Test
    @DisplayName("a page may have another size than the one before it")
    default void changingPageSize() {
        List<ExecutionId> all = givenMany(5, aSubmit());

        ExecutionPage first = await(executions().page(ListExecutions.all().pageSize(2)));
        ExecutionPage rest = await(executions()
                .page(ListExecutions.all().pageSize(100).after(first.next().orElseThrow())));

        assertThat(rest.executions()).extracting(ExecutionSummary::id).isEqualTo(all.subList(2, 5));
    }

    @Test
    @DisplayName("ids that share a UUID over several partitions are all listed, once each, wherever a page ends")
    default void equalKeys() {
        UUID shared = UUID.randomUUID();
        List<ExecutionId> all = IntStream.range(0, 5)
                .mapToObj(partition -> given(aSubmit().executionId(ExecutionId.of(partition, shared))))
                .toList();

        IntStream.rangeClosed(1, 6)
                .forEach(size ->
                        assertThat(listed(ListExecutions.all().pageSize(size))).isEqualTo(all));
        given(aSubmit().tags(Map.of("a.b", "c")).executionId(ExecutionId.of(9, shared)));
        given(aSubmit().tags(Map.of("a.b", "c")).executionId(ExecutionId.of(10, shared)));
        assertThat(listed(ListExecutions.all().tagged("a.b", "c").pageSize(1)))
                .containsExactly(ExecutionId.of(9, shared), ExecutionId.of(10, shared));
    }

    @Test
    @DisplayName("a line tells what it is about")
    default void summary() {
        Handle handle = givenRunning(aSubmit().priority(3));
        clock().advance(Duration.ofSeconds(1));
        await(executions().complete(handle));

        assertThat(await(executions().list(ListExecutions.all())))
                .containsExactly(new ExecutionSummary(
                        handle.executionId(),
                        aSubmit().lane(),
                        aSubmit().kind(),
                        Priority.of(3),
                        PublicState.COMPLETED,
                        1,
                        clock().now().minusSeconds(1),
                        Optional.of(clock().now())));
    }

    @Test
    @DisplayName("filters by lane, kind, states and tag, each alone and all together")
    default void filters() {
        ExecutionId completed = givenRunning(aSubmit().tags(Map.of("a.b", "c"))).executionId();
        await(executions().claim(aClaim())); // nothing waits, so nothing changes
        ExecutionId waiting = given(aSubmit().kind("other").tags(Map.of("a.b", "d")));
        ExecutionId elsewhere = given(aSubmit().lane("elsewhere").tags(Map.of("a.b", "c", "a.c", "c")));
        ExecutionId delayed = given(aSubmit().delay(Duration.ofHours(1)));

        ListExecutions all = ListExecutions.all();
        assertThat(listed(all)).containsExactlyInAnyOrder(completed, waiting, elsewhere, delayed);
        assertThat(listed(all.lane("elsewhere"))).containsExactly(elsewhere);
        assertThat(listed(all.kind("other"))).containsExactly(waiting);
        assertThat(listed(all.in(PublicState.ACTIVE))).containsExactly(completed);
        assertThat(listed(all.in(PublicState.ACTIVE, PublicState.DELAYED)))
                .containsExactlyInAnyOrder(completed, delayed);
        assertThat(listed(all.in(PublicState.SKIPPED))).isEmpty();
        assertThat(listed(all.tagged("a.b", "c"))).containsExactlyInAnyOrder(completed, elsewhere);
        assertThat(listed(all.tagged("a.c", "d"))).isEmpty();
        assertThat(listed(all.lane("elsewhere")
                        .kind("send-invoice")
                        .in(PublicState.WAITING)
                        .tagged("a.b", "c")))
                .containsExactly(elsewhere);
        assertThat(listed(all.lane(LANE)
                        .kind("send-invoice")
                        .in(PublicState.WAITING)
                        .tagged("a.b", "c")))
                .isEmpty();
        assertThat(listed(all.lane("nowhere"))).isEmpty();
    }

    @Test
    @DisplayName("a cursor of another query, of another namespace, or damaged, is refused by name")
    default void badCursors() {
        givenMany(3, aSubmit().tags(Map.of("a.b", "c")));
        ListExecutions all = ListExecutions.all().pageSize(1);
        String cursor = await(executions().page(all)).next().orElseThrow();
        String flipped = (cursor.charAt(0) == 'A' ? "B" : "A") + cursor.substring(1);

        Stream.of(
                        all.lane(LANE).after(cursor),
                        all.kind("send-invoice").after(cursor),
                        all.in(PublicState.WAITING).after(cursor),
                        all.tagged("a.b", "c").after(cursor),
                        all.after(""),
                        all.after("no cursor"),
                        all.after("\0"),
                        all.after("\uD800"),
                        all.after(flipped),
                        all.after(cursor.substring(1)),
                        all.after(cursor.substring(0, cursor.length() - 1)),
                        all.after(cursor + "A"),
                        all.after(cursor + "="),
                        all.after("A".repeat(100_000)),
                        all.after(ExecutionId.of(0, UUID.randomUUID()).toString()))
                .forEach(which -> refused(which, "after"));

        engine().namespace("stranger")
                .executions()
                .page(all.after(cursor))
                .as(StepVerifier::create)
                .expectErrorSatisfies(error -> names(error, "after"))
                .verify(PATIENCE);
    }

    @Test
    @DisplayName("a tag filter whose value no tag can have is refused by name")
    default void badTagFilter() {
        refused(ListExecutions.all().tagged("a.b", "\0"), "tags[a.b]");
        refused(ListExecutions.all().tagged("a.b", "x".repeat(513)), "tags[a.b]");
        assertThat(listed(ListExecutions.all().tagged("a.b", "x".repeat(512)))).isEmpty();
    }

    private void refused(ListExecutions which, String field) {
        Flux.<Publisher<?>>just(executions().page(which), executions().list(which))
                .concatMap(read -> Flux.from(read).<Object>map(answer -> answer).as(answers -> answers.materialize()))
                .collectList()
                .as(StepVerifier::create)
                .assertNext(signals -> assertThat(signals).hasSize(2).allSatisfy(signal -> {
                    assertThat(signal.getThrowable()).as("%s", which).isNotNull();
                    names(signal.getThrowable(), field);
                }))
                .expectComplete()
                .verify(PATIENCE);
    }

    private static void names(@Nullable Throwable error, String field) {
        assertThat(error)
                .isInstanceOfSatisfying(
                        ValidationException.class,
                        refused -> assertThat(refused.field()).isEqualTo(field));
    }

    @Test
    @DisplayName("rows can be asked for one at a time, over the ends of pages")
    default void oneAtATime() {
        List<ExecutionId> all = givenMany(7, aSubmit());

        StepVerifier.create(executions().list(ListExecutions.all().pageSize(3)).map(ExecutionSummary::id), 0)
                .thenRequest(1)
                .expectNext(all.get(0))
                .thenRequest(1)
                .expectNext(all.get(1))
                .thenRequest(1)
                .expectNext(all.get(2))
                .thenRequest(1)
                .expectNext(all.get(3))
                .thenRequest(3)
                .expectNext(all.get(4), all.get(5), all.get(6))
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    @DisplayName(
            "the next page is read when its first row is asked for, not when the last row of the page before was taken")
    default void nothingIsReadAhead() {
        List<ExecutionId> all = givenMany(4, aSubmit().tags(Map.of("a.b", "c")));

        StepVerifier.create(
                        executions()
                                .list(ListExecutions.all().tagged("a.b", "c").pageSize(2))
                                .map(ExecutionSummary::id),
                        2)
                .expectNext(all.get(0), all.get(1))
                .then(() -> await(executions().removeTag(all.get(2), "a.b")))
                .thenRequest(10)
                .expectNext(all.get(3))
                .expectComplete()
                .verify(PATIENCE);
    }

    @Test
    @DisplayName("a listing that is not read to its end lets go of its connection")
    default void takeSome() {
        List<ExecutionId> all = givenMany(5, aSubmit());

        assertThat(await(executions()
                        .list(ListExecutions.all().pageSize(2))
                        .map(ExecutionSummary::id)
                        .take(3)))
                .isEqualTo(all.subList(0, 3));
        assertThat(connectionsInUse()).isZero();
    }
}

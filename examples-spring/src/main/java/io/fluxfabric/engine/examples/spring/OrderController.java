package io.fluxfabric.engine.examples.spring;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.error.ValidationException;
import io.fluxfabric.engine.id.ExecutionId;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Orders over HTTP. Nothing is answered before it is stored. */
@RestController
@RequestMapping("/orders")
class OrderController {

    record Placed(String id) {}

    record OrderView(String id, String state, int attempts) {}

    private final Orders orders;
    private final Engine engine;

    OrderController(Orders orders, Engine engine) {
        this.orders = orders;
        this.engine = engine;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    Mono<Placed> place(@RequestBody Order order) {
        return orders.place(order).map(id -> new Placed(id.toString()));
    }

    @GetMapping("/{id}")
    Mono<ResponseEntity<OrderView>> show(@PathVariable String id) {
        return engine.executions()
                .describe(ExecutionId.parse(id))
                .map(execution -> new OrderView(
                        id,
                        execution.publicState().literal(),
                        execution.attempts().total()))
                .map(ResponseEntity::ok)
                .defaultIfEmpty(ResponseEntity.notFound().build());
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.BAD_REQUEST)
    void refuse(ValidationException refused) {
        // The status says it all.
    }
}

-- Worker instances that said they are there. Alive while last_heartbeat_ms + liveness_ttl_ms lies in the future.
CREATE TABLE ff_worker_registry (
    namespace           text NOT NULL,
    worker_instance_id  text NOT NULL,
    worker_id           text NOT NULL,
    lanes               text NOT NULL,
    capabilities        text NOT NULL,
    draining            integer NOT NULL DEFAULT 0 CHECK (draining IN (0, 1)),
    liveness_ttl_ms     bigint NOT NULL,
    last_heartbeat_ms   bigint NOT NULL,
    registered_at_ms    bigint NOT NULL,
    PRIMARY KEY (namespace, worker_instance_id)
);

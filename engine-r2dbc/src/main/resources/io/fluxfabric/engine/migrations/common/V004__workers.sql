-- Worker instances that said they are there. Alive while last_heartbeat_ms + liveness_ttl_ms lies in the future. Names are
-- compared byte by byte, so that a listing has one order on every database.
CREATE TABLE ff_worker_registry (
    namespace           text {BYTEWISE} NOT NULL,
    worker_instance_id  text {BYTEWISE} NOT NULL,
    worker_id           text NOT NULL,
    -- JSON arrays of texts, sorted.
    lanes               text NOT NULL,
    capabilities        text NOT NULL,
    draining            integer NOT NULL DEFAULT 0 CHECK (draining IN (0, 1)),
    liveness_ttl_ms     bigint NOT NULL,
    last_heartbeat_ms   bigint NOT NULL,
    registered_at_ms    bigint NOT NULL,
    -- Which call registered the instance, and which said last what it serves: by these an upsert can tell what it did.
    registration_id     {UUID} NOT NULL,
    offer_id            {UUID} NOT NULL,
    PRIMARY KEY (namespace, worker_instance_id)
) {HOT_TABLE};

-- What the registry learned. Heartbeats are not among it.
CREATE TABLE ff_worker_registry_event (
    {EVENT_KEY},
    partition_key       integer NOT NULL DEFAULT 0,
    namespace           text NOT NULL,
    worker_instance_id  text NOT NULL,
    worker_id           text NOT NULL,
    event_type          text NOT NULL CHECK (event_type IN
                            ('registered', 'capability_changed', 'draining', 'resumed', 'marked_dead', 'ttl_swept')),
    reason              text,
    occurred_at_ms      bigint NOT NULL
    {EVENT_PRIMARY_KEY}
);

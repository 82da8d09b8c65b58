-- What happened, each row written in the transaction that made it happen. Readers go by (tx_id, event_id) and stay behind the
-- oldest transaction that is still open, so that one which commits late is not passed over.
CREATE TABLE ff_event_horizon (
    stream           text NOT NULL PRIMARY KEY,
    -- Events of the stream that happened later are all there; older ones may be forgotten.
    pruned_until_ms  bigint NOT NULL
);

CREATE TABLE ff_completion_event (
    {EVENT_KEY},
    partition_key    integer NOT NULL,
    execution_id     {UUID} NOT NULL,
    namespace        text NOT NULL,
    lane_id          text NOT NULL,
    execution_kind   text NOT NULL,
    flow_id          {UUID},
    outcome          text NOT NULL CHECK (outcome IN ('success', 'failed', 'cancelled', 'expired', 'skipped')),
    reason           text,
    attempt_index    integer,
    lease_epoch      bigint NOT NULL,
    instance_tag     text,
    occurred_at_ms   bigint NOT NULL
    {EVENT_PRIMARY_KEY}
);

CREATE TABLE ff_lease_event (
    {EVENT_KEY},
    partition_key       integer NOT NULL,
    execution_id        {UUID} NOT NULL,
    namespace           text NOT NULL,
    event_type          text NOT NULL CHECK (event_type IN ('acquired', 'expired', 'reclaimed', 'revoked', 'released')),
    reason              text,
    attempt_index       integer NOT NULL,
    lease_epoch         bigint NOT NULL,
    worker_id           text,
    worker_instance_id  text,
    instance_tag        text,
    occurred_at_ms      bigint NOT NULL
    {EVENT_PRIMARY_KEY}
);

-- The few among all lease events that watchers of lapsed leases read.
CREATE INDEX ff_lease_event_expired ON ff_lease_event (namespace, tx_id, event_id) WHERE event_type = 'expired';

CREATE TABLE ff_operator_event (
    {EVENT_KEY},
    partition_key   integer NOT NULL,
    execution_id    {UUID},
    namespace       text NOT NULL,
    lane_id         text,
    event_type      text NOT NULL CHECK (event_type IN
                        ('priority_changed', 'replayed', 'cancelled', 'lease_revoked', 'blocked', 'unblocked', 'claim_forced',
                         'lane_paused', 'lane_draining', 'lane_disabled', 'lane_resumed')),
    actor           text NOT NULL,
    reason          text,
    details         text NOT NULL,
    instance_tag    text,
    occurred_at_ms  bigint NOT NULL
    {EVENT_PRIMARY_KEY}
);

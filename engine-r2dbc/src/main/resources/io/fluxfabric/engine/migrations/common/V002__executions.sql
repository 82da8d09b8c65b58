-- Lanes that exist, and whether they hand out work. A lane belongs to its namespace: one tenant's pause is not another's.
CREATE TABLE ff_lane_registry (
    namespace            text NOT NULL,
    lane_id              text NOT NULL,
    state                text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'draining', 'disabled')),
    registered_at_ms     bigint NOT NULL,
    registered_by        text NOT NULL,
    state_changed_at_ms  bigint,
    state_changed_by     text,
    state_reason         text,
    PRIMARY KEY (namespace, lane_id)
);

-- One row per distinct (namespace, lane, set of required capabilities), with an id made from these three. A claim first
-- finds the few routes its worker can serve and then walks each of them in order, so that any number of executions
-- nobody can serve costs it nothing.
CREATE TABLE ff_route (
    route_id      {UUID} NOT NULL PRIMARY KEY,
    namespace     text NOT NULL,
    lane_id       text NOT NULL,
    capabilities  text NOT NULL
);

CREATE INDEX ff_route_lane ON ff_route (namespace, lane_id);

CREATE TABLE ff_execution_capabilities (
    route_id    {UUID} NOT NULL,
    capability  text NOT NULL,
    PRIMARY KEY (route_id, capability)
);

CREATE TABLE ff_exec_core (
    partition_key             integer NOT NULL,
    execution_id              {UUID} NOT NULL,
    namespace                 text NOT NULL,
    lane_id                   text NOT NULL,
    route_id                  {UUID} NOT NULL,
    execution_kind            text NOT NULL,
    creator_identity          text,
    idempotency_key           text,
    flow_id                   {UUID},
    trace_parent              text,
    -- The value of the tag by which several installations on one database tell their executions apart.
    instance_tag              text,
    priority                  integer NOT NULL CHECK (priority BETWEEN 0 AND 9000),
    payload                   {BYTES},
    payload_encoding          text,
    policy                    text NOT NULL,
    attempt_timeout_ms        bigint,
    max_reclaim_count         integer NOT NULL,
    max_replay_count          integer NOT NULL,
    retention_ms              bigint,

    lifecycle_phase           text NOT NULL CHECK (lifecycle_phase IN
                                  ('submitted', 'runnable', 'active', 'suspended', 'terminal')),
    ownership_state           text NOT NULL CHECK (ownership_state IN
                                  ('unowned', 'leased', 'lease_expired_reclaimable', 'lease_revoked')),
    eligibility_state         text NOT NULL CHECK (eligibility_state IN
                                  ('eligible_now', 'not_eligible_until_time', 'blocked_by_dependencies', 'blocked_by_budget',
                                   'blocked_by_quota', 'blocked_by_route', 'blocked_by_lane_state', 'blocked_by_operator',
                                   'not_applicable')),
    blocking_reason           text NOT NULL,
    terminal_outcome          text NOT NULL CHECK (terminal_outcome IN
                                  ('none', 'success', 'failed', 'cancelled', 'expired', 'skipped')),
    attempt_state             text NOT NULL CHECK (attempt_state IN
                                  ('none', 'pending_first_attempt', 'running_attempt', 'attempt_interrupted',
                                   'pending_retry_attempt', 'pending_replay_attempt', 'attempt_terminal')),
    public_state              text NOT NULL CHECK (public_state IN
                                  ('waiting', 'delayed', 'rate_limited', 'waiting_children', 'active', 'suspended', 'resumable',
                                   'completed', 'failed', 'cancelled', 'expired', 'skipped')),
    -- What the last transition moved from; the counts per lane are kept from the pair.
    previous_public_state     text,
    blocking_detail           text,
    delay_until_ms            bigint,
    deadline_at_ms            bigint,

    total_attempt_count       integer NOT NULL DEFAULT 0,
    current_attempt_index     integer,
    current_attempt_id        {UUID},
    current_attempt_type      text CHECK (current_attempt_type IN ('initial', 'retry', 'reclaim', 'replay')),
    attempt_timeout_at_ms     bigint,
    -- What was left of the attempt's time when it was interrupted; its next lease gets just that.
    attempt_timeout_left_ms   bigint,
    retry_count               integer NOT NULL DEFAULT 0,
    replay_count              integer NOT NULL DEFAULT 0,
    lease_reclaim_count       integer NOT NULL DEFAULT 0,

    lease_id                  {UUID},
    lease_kind                text CHECK (lease_kind IN ('fresh', 'resumed', 'reclaimed')),
    -- Grows over the life of the execution and never returns; survives the lease.
    lease_epoch               bigint NOT NULL DEFAULT 0,
    lease_worker_id           text,
    lease_worker_instance_id  text,
    lease_acquired_at_ms      bigint,
    lease_renewed_at_ms       bigint,
    lease_expires_at_ms       bigint,
    -- When to look whether the lease has lapsed: its expiry as of the last look. Indexed in the expiry's stead, so that a
    -- renewal changes no index. When it has lapsed and is kept for reclaims: when that ends.
    lease_check_at_ms         bigint,
    -- Until when only the holder of a grant may claim.
    claim_grant_until_ms      bigint,

    progress_pct              integer,
    progress_message          text,
    progress_at_ms            bigint,
    failure_reason            text,
    failure_category          text,
    cancellation_reason       text,
    cancelled_by              text,

    created_at_ms             bigint NOT NULL,
    started_at_ms             bigint,
    terminal_at_ms            bigint,
    last_mutation_at_ms       bigint NOT NULL,
    last_transition_at_ms     bigint NOT NULL,
    version                   bigint NOT NULL DEFAULT 0,

    PRIMARY KEY (partition_key, execution_id),
    CHECK ((ownership_state = 'leased') = (lease_id IS NOT NULL AND lease_kind IS NOT NULL
        AND lease_worker_id IS NOT NULL AND lease_worker_instance_id IS NOT NULL AND lease_expires_at_ms IS NOT NULL
        AND lease_check_at_ms IS NOT NULL AND current_attempt_id IS NOT NULL)),
    CHECK ((lifecycle_phase = 'terminal') = (terminal_outcome <> 'none')),
    CHECK ((lifecycle_phase = 'terminal') = (terminal_at_ms IS NOT NULL)),
    CHECK ((eligibility_state = 'not_eligible_until_time') = (delay_until_ms IS NOT NULL))
) {HOT_TABLE};

-- The order of claims: priority, then age.
CREATE INDEX ff_exec_claim ON ff_exec_core (route_id, priority DESC, created_at_ms, execution_id)
    WHERE eligibility_state = 'eligible_now';
CREATE INDEX ff_exec_lease ON ff_exec_core (lease_check_at_ms) WHERE lease_check_at_ms IS NOT NULL;
CREATE INDEX ff_exec_attempt_timeout ON ff_exec_core (attempt_timeout_at_ms) WHERE attempt_timeout_at_ms IS NOT NULL;
CREATE INDEX ff_exec_delay ON ff_exec_core (delay_until_ms) WHERE delay_until_ms IS NOT NULL;
CREATE INDEX ff_exec_deadline ON ff_exec_core (deadline_at_ms) WHERE deadline_at_ms IS NOT NULL AND terminal_at_ms IS NULL;
-- What has ended, by when it may be forgotten: so long after its end as the engine says, or as it says itself.
CREATE INDEX ff_exec_terminal ON ff_exec_core (terminal_at_ms) WHERE terminal_at_ms IS NOT NULL AND retention_ms IS NULL;
CREATE INDEX ff_exec_retention ON ff_exec_core ((terminal_at_ms + retention_ms))
    WHERE terminal_at_ms IS NOT NULL AND retention_ms IS NOT NULL;
-- What is kept for reclaims, for the listing of lapsed leases.
CREATE INDEX ff_exec_reclaimable ON ff_exec_core (last_transition_at_ms)
    WHERE ownership_state = 'lease_expired_reclaimable';
-- The leases of one worker instance, for its death. The holder's name outlives its lease, so the lease is the condition.
CREATE INDEX ff_exec_holder ON ff_exec_core (lease_worker_instance_id {BYTEWISE}) WHERE lease_id IS NOT NULL;
-- Listing: ids are ordered by their time of creation. Ids that callers made may share a UUID across partitions.
CREATE INDEX ff_exec_listing ON ff_exec_core (namespace, execution_id, partition_key);

CREATE TABLE ff_attempt (
    partition_key           integer NOT NULL,
    execution_id            {UUID} NOT NULL,
    attempt_index           integer NOT NULL,
    attempt_id              {UUID} NOT NULL,
    attempt_type            text NOT NULL CHECK (attempt_type IN ('initial', 'retry', 'reclaim', 'replay')),
    lifecycle               text NOT NULL CHECK (lifecycle IN
                                ('created', 'started', 'suspended', 'ended_success', 'ended_failure', 'ended_cancelled',
                                 'interrupted_reclaimed')),
    outcome                 text,
    -- How its last lease ended, if the attempt goes on under another one.
    interruption            text CHECK (interruption IN ('released', 'delayed', 'revoked', 'expired')),
    lease_id                {UUID} NOT NULL,
    lease_kind              text NOT NULL,
    lease_epoch             bigint NOT NULL,
    worker_id               text NOT NULL,
    worker_instance_id      text NOT NULL,
    previous_attempt_index  integer,
    started_at_ms           bigint NOT NULL,
    suspended_at_ms         bigint,
    resumed_at_ms           bigint,
    ended_at_ms             bigint,
    -- When it is tried again, if it failed and is; when it goes on, if it was delayed.
    retry_at_ms             bigint,
    failure_class           text,
    failure_category        text,
    failure_reason          text,
    failure_detail          {BYTES},
    failure_detail_encoding text,
    result                  {BYTES},
    result_encoding         text,
    PRIMARY KEY (partition_key, execution_id, attempt_index)
) {HOT_TABLE};

CREATE TABLE ff_execution_tag (
    partition_key  integer NOT NULL,
    execution_id   {UUID} NOT NULL,
    namespace      text NOT NULL,
    tag_key        text NOT NULL,
    tag_value      text NOT NULL,
    PRIMARY KEY (partition_key, execution_id, tag_key)
);

CREATE INDEX ff_execution_tag_value ON ff_execution_tag (namespace, tag_key, tag_value, execution_id, partition_key);

-- The partition of a key comes from the key, not from the execution, so that the key is unique over all partitions.
CREATE TABLE ff_idempotency (
    partition_key            integer NOT NULL,
    namespace                text NOT NULL,
    idempotency_key          text NOT NULL,
    fingerprint              text NOT NULL,
    execution_partition_key  integer NOT NULL,
    execution_id             {UUID} NOT NULL,
    expires_at_ms            bigint NOT NULL,
    PRIMARY KEY (partition_key, namespace, idempotency_key)
);

CREATE INDEX ff_idempotency_expiry ON ff_idempotency (expires_at_ms);

-- How many executions of a lane are in a state: the sum of what was folded and of the changes since. Appending the changes keeps
-- the writers from queueing for one counter row.
CREATE TABLE ff_lane_count (
    namespace     text NOT NULL,
    lane_id       text NOT NULL,
    public_state  text NOT NULL,
    executions    bigint NOT NULL,
    PRIMARY KEY (namespace, lane_id, public_state)
);

CREATE TABLE ff_lane_count_change (
    namespace     text NOT NULL,
    lane_id       text NOT NULL,
    public_state  text NOT NULL,
    change        bigint NOT NULL
);

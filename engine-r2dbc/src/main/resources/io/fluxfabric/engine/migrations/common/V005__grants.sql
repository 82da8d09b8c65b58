-- The keys by which grants are signed. One of them signs; those before it are good for checking until their time.
CREATE TABLE ff_signing_key (
    kid              text NOT NULL PRIMARY KEY,
    secret           {BYTES} NOT NULL,
    created_at_ms    bigint NOT NULL,
    active           integer NOT NULL CHECK (active IN (0, 1)),
    verify_until_ms  bigint,
    CHECK ((active = 1) = (verify_until_ms IS NULL))
);

CREATE UNIQUE INDEX ff_signing_key_active ON ff_signing_key (active) WHERE active = 1;

-- The last grant of each execution, if it was not used: there is room for one, so there are never two that are alive. Known by the
-- sha-256 of its text, so that who reads this table cannot use it. A claim grant is in force while claim_grant_until_ms of its
-- execution says so.
CREATE TABLE ff_claim_grant (
    partition_key        integer NOT NULL,
    execution_id         {UUID} NOT NULL,
    grant_id             {BYTES} NOT NULL,
    namespace            text NOT NULL,
    kind                 text NOT NULL CHECK (kind IN ('claim', 'reclaim')),
    lane_id              text NOT NULL,
    worker_id            text NOT NULL,
    worker_instance_id   text NOT NULL,
    worker_capabilities  text NOT NULL,
    grant_ttl_ms         bigint NOT NULL,
    issued_at_ms         bigint NOT NULL,
    expires_at_ms        bigint NOT NULL,
    PRIMARY KEY (partition_key, execution_id)
);

CREATE INDEX ff_claim_grant_expiry ON ff_claim_grant (expires_at_ms);

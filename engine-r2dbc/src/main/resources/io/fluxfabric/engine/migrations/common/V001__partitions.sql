-- How many partitions the ids of this database are spread over. Part of every id, so fixed for the life of the database.
CREATE TABLE ff_partition_config (
    singleton            integer NOT NULL PRIMARY KEY CHECK (singleton = 1),
    num_flow_partitions  integer NOT NULL CHECK (num_flow_partitions BETWEEN 1 AND 65536)
);

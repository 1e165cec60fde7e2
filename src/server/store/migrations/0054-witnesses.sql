-- Witnesses of the log: who follows it from outside is registered with a name and a key, and co-signs checkpoints.

create table log_witness (
  name text primary key check (length(name) between 1 and 200),
  -- In one line, as signed-note writes keys.
  key text not null,
  since timestamptz not null
);

-- The last time a witness said of a checkpoint that it was the newest it had seen and went on from all before.
create table log_cosignature (
  size bigint not null references log_checkpoint,
  witness text not null references log_witness on delete cascade,
  at timestamptz not null,
  line text not null,
  primary key (size, witness)
);

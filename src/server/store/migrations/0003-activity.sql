-- The activity log: numbered without gaps, each entry sealed with the hash of the one before it.
-- It outlives what it tells of, so its ids refer to nothing and constrain nothing.

create table activity (
  seq bigint primary key check (seq > 0),
  at timestamptz not null,
  action text not null,
  title text not null,
  actor_id text,
  for_client_id text,
  subject_kind text not null,
  subject_id text not null,
  round_id text,
  from_status text,
  to_status text,
  message text not null,
  details text not null,
  prev_hash sha256 not null,
  hash sha256 not null
);
create index on activity (subject_kind, subject_id, seq);
create index on activity (round_id, seq);
create index on activity (actor_id, seq);
create index on activity (for_client_id, seq);

create function activity_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'The activity log can only be added to: % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;

create trigger activity_is_final before update or delete or truncate on activity
  for each statement execute function activity_is_final();

-- Also for those who restore or replicate, and for superusers.
alter table activity enable always trigger activity_is_final;

-- The newest entry; whoever adds to the log holds this row, so that numbers and hashes follow each other.
create table activity_head (
  id boolean primary key default true check (id),
  seq bigint not null,
  hash sha256 not null
);
insert into activity_head (seq, hash) values (0, repeat('0', 64));

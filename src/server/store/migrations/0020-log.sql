-- Entries of the activity log wait for each other only within their stream: a round, an organisation or the installation.
-- They are numbered and chained afterwards, by whichever server does it (decision 0068). What is older keeps its number as id,
-- its hash, and no stream.

set local statement_timeout = 0;

create table activity_chain (
  -- Numbered without gaps.
  seq bigint not null check (seq > 0),
  entry_id bigint not null,
  prev_hash sha256 not null,
  hash sha256 not null
);
insert into activity_chain (seq, entry_id, prev_hash, hash) select seq, seq, prev_hash, hash from activity order by seq;
alter table activity_chain add primary key (seq), add unique (entry_id);
create trigger chain_is_final before update or delete or truncate on activity_chain
  for each statement execute function activity_is_final();
alter table activity_chain enable always trigger chain_is_final;

-- All there is becomes the first part, up to the end of the year; no row of it is written anew.
alter table activity rename to activity_first;
alter table activity_first drop constraint activity_pkey, drop constraint activity_seq_check;
alter table activity_first rename column seq to id;
alter table activity_first drop column prev_hash, drop column hash,
  add column stream text,
  add column position bigint,
  add constraint activity_has_its_place check ((stream is null) = (position is null));
alter table activity_first add primary key (id, at);
alter index activity_subject_kind_subject_id_seq_idx rename to activity_first_subject_kind_subject_id_id_idx;
alter index activity_round_id_seq_idx rename to activity_first_round_id_id_idx;
alter index activity_actor_id_seq_idx rename to activity_first_actor_id_id_idx;
alter index activity_for_client_id_seq_idx rename to activity_first_for_client_id_id_idx;

create table activity (like activity_first including constraints) partition by range (at);
-- In the order in which those of one stream, and those about one subject, were committed.
create sequence activity_id as bigint owned by activity.id;
alter table activity add primary key (id, at);
create index on activity (subject_kind, subject_id, id);
create index on activity (round_id, id);
create index on activity (actor_id, id);
create index on activity (for_client_id, id);
create trigger activity_is_final before update or delete or truncate on activity
  for each statement execute function activity_is_final();
alter table activity enable always trigger activity_is_final;

-- For what no other part is there for, so that no action ever fails for want of one.
create table activity_other partition of activity default;
create trigger activity_is_final before update or delete or truncate on activity_other
  for each statement execute function activity_is_final();
alter table activity_other enable always trigger activity_is_final;

do $$
declare
  newest timestamptz := greatest(now(), (select max(at) from activity_first));
begin
  execute format('alter table activity attach partition activity_first for values from (minvalue) to (%L)',
    make_timestamptz(extract(year from newest at time zone 'utc')::int + 1, 1, 1, 0, 0, 0, 'UTC'));
  perform setval('activity_id', (select coalesce(max(seq), 0) + 1 from activity_chain), false);
end
$$;

-- The part for the entries of a year, guarded as the others are. A year that an earlier part holds already, or of which
-- something lies in the part for all others, stays where it is.
create function add_activity_part(of_year int) returns void language plpgsql as $$
declare
  name text := 'activity_' || of_year;
begin
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I (like activity including constraints)', name);
  execute format('create trigger activity_is_final before update or delete or truncate on %I
    for each statement execute function activity_is_final()', name);
  execute format('alter table %I enable always trigger activity_is_final', name);
  execute format('alter table activity attach partition %I for values from (%L) to (%L)', name,
    make_timestamptz(of_year, 1, 1, 0, 0, 0, 'UTC'), make_timestamptz(of_year + 1, 1, 1, 0, 0, 0, 'UTC'));
exception when invalid_object_definition or check_violation then
  return;
end
$$;

-- How many entries a stream has; held by whoever adds to it until the commit, so that its order is the order of commits.
create table activity_stream (
  stream text primary key,
  position bigint not null check (position > 0)
) with (fillfactor = 50);

-- Entries that are committed and not chained yet, those of one transaction together: written with them, taken away as they are chained.
create table activity_waiting (
  -- The first of them.
  id bigint primary key,
  entries bigint[] not null,
  since timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- What is told of people beside an entry is beside its id.
alter table activity_personal rename column seq to entry_id;
alter table activity_rewritten rename column seq to entry_id;
create or replace function personal_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if new.entry_id = old.entry_id and new.path = old.path and new.value is null then return new; end if;
  end if;
  raise exception 'The personal values of the activity log can only be blanked: % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;

-- The log as it is chained.
create view activity_chained as
  select seq, prev_hash, hash, entry_id, activity.* from activity_chain left join activity on activity.id = entry_id;

-- Adds entries, given as a list in JSON, with what is told of people beside each; answers them as they are kept. First all
-- their streams are held, always in the same order, so nobody waits for anybody in a circle, and ids of one stream go up.
create function append_activity(given json) returns setof activity language plpgsql as $$
declare
  before jsonb;
begin
  with asked as (
      select said ->> 'stream' as stream, count(*) as many from json_array_elements(given) as one (said) group by 1),
    held as (
      insert into activity_stream as held (stream, position) select stream, many from asked order by stream collate "C"
      on conflict (stream) do update set position = held.position + excluded.position
      returning stream, position)
  select jsonb_object_agg(stream, position - many) into before from held join asked using (stream);
  return query
    with said as materialized (
        select nextval('activity_id') as new_id, one.* from json_array_elements(given) as entry (said),
          json_to_record(said) as one (at timestamptz, action text, title text, "actorId" text, "forClientId" text,
            "subjectKind" text, "subjectId" text, "roundId" text, "fromStatus" text, "toStatus" text, message text,
            details text, stream text, personal json)),
      kept as (
        insert into activity as kept (id, at, action, title, actor_id, for_client_id, subject_kind, subject_id, round_id,
          from_status, to_status, message, details, stream, position)
        select new_id, said.at, said.action, said.title, "actorId", "forClientId", "subjectKind", "subjectId", "roundId",
          "fromStatus", "toStatus", said.message, said.details, said.stream,
          (before ->> said.stream)::bigint + row_number() over (partition by said.stream order by new_id)
        from said returning *),
      beside as (
        insert into activity_personal (entry_id, path, value, salt)
        select new_id, part.path, part.value, part.salt
        from said, json_to_recordset(personal) as part (path text, value text, salt text)),
      waiting as (
        insert into activity_waiting (id, entries) select min(new_id), array_agg(new_id order by new_id) from said)
    select * from kept order by id;
end
$$;

drop table activity_head;

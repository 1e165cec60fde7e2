-- Every change of a row of the market is committed to in the log (decision 0108): which row of which table, and the SHA-256 of a
-- salt and of all that the row says. The salt is drawn anew with each change, so that what a row said before can only be tried
-- against its commitment as long as its salt is kept, and one that was blanked by nobody at all.

set local statement_timeout = 0;

create sequence row_batch as bigint;

create table activity_row (
  -- In the order in which each single row was changed, since it is drawn while the row is held.
  nr bigint generated always as identity,
  -- The changes of one transaction, for which an entry of the log vouches.
  batch bigint not null,
  table_name text collate "C" not null,
  row_key text collate "C" not null,
  -- Null where the row was taken away.
  digest bytea check (octet_length(digest) = 32),
  salt uuid check (salt is null or digest is not null),
  primary key (batch, nr)
);

create function activity_row_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if new.salt is null and (new.nr, new.batch, new.table_name, new.row_key, new.digest)
        is not distinct from (old.nr, old.batch, old.table_name, old.row_key, old.digest) then return new; end if;
  end if;
  raise exception 'Of the commitments of the log only salts can be blanked: % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;
create trigger row_is_only_blanked before update on activity_row for each row execute function activity_row_is_final();
create trigger row_stays before delete or truncate on activity_row for each statement execute function activity_row_is_final();
alter table activity_row enable always trigger row_is_only_blanked;
alter table activity_row enable always trigger row_stays;

-- The batch of this transaction, drawn with its first change.
create function row_batch() returns bigint language plpgsql as $$
declare
  batch bigint := nullif(current_setting('market.rows', true), '');
begin
  if batch is null then
    batch := nextval('row_batch');
    perform set_config('market.rows', batch::text, true);
  end if;
  return batch;
end
$$;

-- Commits every change of a table from now on, and all the rows there are. A row says its columns as JSON in the order of jsonb, with
-- moments in UTC; `key` tells in SQL by what a row, called `one`, is known, and `meant` which rows are meant: any other is as good as gone.
-- A migration that changes what rows say by changing the columns of a table calls it again.
create function committed(source text, key text default 'id', meant text default 'true') returns void language plpgsql as $make$
declare
  name constant text := source || '_is_committed';
  -- A subquery in which something is drawn stays one, so the salt is one.
  noted constant text := format($f$
      insert into activity_row (batch, table_name, row_key, digest, salt)
      select of_batch, %L, row_key, case when meant then sha256(convert_to(drawn::text || said::text, 'UTF8')) end,
        case when meant then drawn end
      from (select %s as row_key, to_jsonb(one) as said, %s as meant, gen_random_uuid() as drawn from ROWS as one) as found $f$,
    source, key, meant);
  kept constant text := noted || 'where meant';
  gone constant text := format($f$
      insert into activity_row (batch, table_name, row_key) select of_batch, %L, %s from changed as one where %s $f$,
    source, key, meant);
begin
  execute format($f$
    create or replace function %I() returns trigger language plpgsql set timezone = 'UTC' as $body$
    declare
      of_batch bigint;
    begin
      if not exists (select from changed) then return null; end if;
      of_batch := row_batch();
      if tg_op = 'INSERT' then %s;
      elsif tg_op = 'UPDATE' then %s;
      else %s;
      end if;
      return null;
    end
    $body$ $f$, name, replace(kept, 'ROWS', 'changed'), replace(noted, 'ROWS', 'changed'), gone);
  execute format('create or replace trigger committed_in after insert on %I referencing new table as changed
    for each statement execute function %I()', source, name);
  execute format('create or replace trigger committed_on after update on %I referencing new table as changed
    for each statement execute function %I()', source, name);
  execute format('create or replace trigger committed_out after delete on %I referencing old table as changed
    for each statement execute function %I()', source, name);
  perform set_config('timezone', 'UTC', true);
  execute replace(replace(kept, 'ROWS', format('%I', source)), 'of_batch', 'row_batch()');
end
$make$;

alter table activity
  add column rows_batch bigint,
  add column rows_hash sha256;
create or replace view activity_chained as
  select seq, prev_hash, hash, entry_id, activity.* from activity_chain left join activity on activity.id = entry_id;

-- As before, and the first entry of a transaction vouches for the rows that were changed in it.
create or replace function append_activity(given json) returns setof activity language plpgsql as $$
declare
  before jsonb;
  batch_of_rows bigint := nullif(current_setting('market.rows', true), '');
  hash_of_rows text;
begin
  if batch_of_rows is not null then
    -- What these write with a settlement is of it.
    if exists (select from activity_row where batch = batch_of_rows and table_name = 'round') then
      set constraints round_is_settled, round_is_priced immediate;
    end if;
    select encode(sha256(convert_to(string_agg(
        table_name || ' ' || row_key || ' ' || coalesce(encode(digest, 'hex'), 'gone') || E'\n', '' order by nr), 'UTF8')), 'hex')
      into hash_of_rows from activity_row where batch = batch_of_rows;
    perform set_config('market.rows', '', true);
  end if;
  with asked as (
      select said ->> 'stream' as stream, count(*) as many from json_array_elements(given) as one (said) group by 1),
    held as (
      insert into activity_stream as held (stream, position) select stream, many from asked order by stream collate "C"
      on conflict (stream) do update set position = held.position + excluded.position
      returning stream, position)
  select jsonb_object_agg(stream, position - many) into before from held join asked using (stream);
  return query
    with said as materialized (
        select nextval('activity_id') as new_id, place, one.*
        from json_array_elements(given) with ordinality as entry (said, place),
          json_to_record(said) as one (at timestamptz, action text, title text, "actorId" text, "forClientId" text,
            "subjectKind" text, "subjectId" text, "roundId" text, "fromStatus" text, "toStatus" text, message text,
            details text, stream text, personal json)),
      kept as (
        insert into activity as kept (id, at, action, title, actor_id, for_client_id, subject_kind, subject_id, round_id,
          from_status, to_status, message, details, stream, position, rows_batch, rows_hash)
        select new_id, said.at, said.action, said.title, "actorId", "forClientId", "subjectKind", "subjectId", "roundId",
          "fromStatus", "toStatus", said.message, said.details, said.stream,
          (before ->> said.stream)::bigint + row_number() over (partition by said.stream order by new_id),
          case when place = 1 then batch_of_rows end, case when place = 1 then hash_of_rows end
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

select committed(name) from unnest('{organisation,organisation_tie,user,invitation,market,round,round_declaration,declaration_answer,
  participation,agent_authority,project,service,site_boundary,site_overlap,compliance_check,performance_check,verification,
  evidence_request,workbook_reading,project_group,requirement,requirement_group,match_result,credit,certificate,proposal,comment,
  project_type,standard,standard_version,area_outline,nca,lpa,subcatchment,declaration,brand}'::text[]) as name;
select committed('filed_document', meant => 'owner_id is not null');
select committed('credit_block', key => 'serial'), committed('credit_ledger', key => 'seq::text'),
  committed('credit_level', key => $$credit_id || ' ' || start_day$$),
  committed('check_due', key => $$project_id || ' ' || kind$$),
  committed('settled_round', key => 'round_id'), committed('settled_purchase', key => $$round_id || ' ' || requirement_id$$),
  committed('log_witness', key => 'name');

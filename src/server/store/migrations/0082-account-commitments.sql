-- The log commits to what proves who somebody is, too (decision 0137): passwords, second factors, passkeys, recovery codes, links
-- with providers, API keys, calendar addresses and webhook secrets.

set local statement_timeout = 0;

-- As before (0055), and columns can be left out that change too often to be told of. An update that changes nothing else is then no
-- change, so the batch of a transaction is drawn only by rows that are noted.
drop function committed(text, text, text);
create function committed(source text, key text default 'id', meant text default 'true', leaving text[] default '{}')
    returns void language plpgsql as $make$
declare
  name constant text := source || '_is_committed';
  is_sparing constant boolean := leaving <> '{}';
  row_said constant text := format(case when is_sparing then 'to_jsonb(one) - %L::text[]' else 'to_jsonb(one)' end, leaving);
  batch constant text := case when is_sparing then 'row_batch()' else 'of_batch' end;
  -- A subquery in which something is drawn stays one, so the salt is one.
  noted constant text := format($f$
      insert into activity_row (batch, table_name, row_key, digest, salt)
      select %s, %L, row_key, case when meant then sha256(convert_to(drawn::text || said::text, 'UTF8')) end,
        case when meant then drawn end
      from (select %s as row_key, %s as said, %s as meant, gen_random_uuid() as drawn from ROWS as one) as found $f$,
    batch, source, key, row_said, meant);
  kept constant text := noted || 'where meant';
  -- Rows as they are after an update, but for those that say what they said before.
  renewed constant text := format($f$
      insert into activity_row (batch, table_name, row_key, digest, salt)
      select row_batch(), %L, row_key, case when said is not null then sha256(convert_to(drawn::text || said::text, 'UTF8')) end,
        case when said is not null then drawn end
      from (select row_key, said, gen_random_uuid() as drawn from (
        select %s as row_key, case when %s then %s end as said from changed as one
        except select %s, case when %s then %s end from former as one) as differing) as found $f$,
    source, key, meant, row_said, key, meant, row_said);
  gone constant text := format($f$
      insert into activity_row (batch, table_name, row_key) select %s, %L, %s from changed as one where %s $f$,
    batch, source, key, meant);
begin
  execute format($f$
    create or replace function %I() returns trigger language plpgsql set timezone = 'UTC' as $body$
    declare
      of_batch bigint;
    begin
      if not exists (select from changed) then return null; end if;
      %s
      if tg_op = 'INSERT' then %s;
      elsif tg_op = 'UPDATE' then %s;
      else %s;
      end if;
      return null;
    end
    $body$ $f$, name, case when is_sparing then '' else 'of_batch := row_batch();' end, replace(kept, 'ROWS', 'changed'),
    case when is_sparing then renewed else replace(noted, 'ROWS', 'changed') end, gone);
  execute format('create or replace trigger committed_in after insert on %I referencing new table as changed
    for each statement execute function %I()', source, name);
  execute format('create or replace trigger committed_on after update on %I referencing %s new table as changed
    for each statement execute function %I()', source, case when is_sparing then 'old table as former' else '' end, name);
  execute format('create or replace trigger committed_out after delete on %I referencing old table as changed
    for each statement execute function %I()', source, name);
  perform set_config('timezone', 'UTC', true);
  execute replace(replace(kept, 'ROWS', format('%I', source)), 'of_batch', 'row_batch()');
end
$make$;

select committed('credential', key => 'user_id'), committed('personal_calendar', key => 'user_id'),
  -- What a provider calls somebody may be a name, and a key stays.
  committed('provider_identity', key => $$user_id || ' ' || issuer$$),
  committed('recovery_code', key => $$user_id || ' ' || code_hash$$),
  -- One that its owner has not confirmed opens nothing.
  committed('second_factor', key => 'user_id', meant => 'confirmed_at is not null', leaving => '{last_step}'),
  committed('passkey', leaving => '{counter,last_used_at}'),
  committed('api_key', leaving => '{last_used_at,told_at}'),
  committed('webhook', leaving => '{busy_until,failing_since,paused_at,paused_why}');

-- Which units replace failed ones, number by number: credits and their blocks stay what they were (decision 0191).

create table unit_replacement (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  case_id text not null references "case",
  failure_id text not null references unit_failure,
  failed_service bigint not null,
  failed_first bigint not null,
  failed_last bigint not null check (failed_last >= failed_first),
  credit_id text not null references credit,
  serial credit_serial not null,
  service_number bigint not null,
  first_unit bigint not null,
  last_unit bigint not null,
  start_day date not null,
  end_day date check (end_day > start_day),
  ended_at timestamptz,
  constraint units_replace_one_for_one check (last_unit - first_unit = failed_last - failed_first),
  -- A unit replaces one other at any time, and is replaced by one.
  constraint unit_replaces_once exclude using gist (
    int8range(service_number, service_number, '[]') with &&,
    int8range(first_unit, last_unit, '[]') with &&,
    daterange(start_day, end_day) with &&) where (ended_at is null),
  constraint unit_is_replaced_once exclude using gist (
    int8range(failed_service, failed_service, '[]') with &&,
    int8range(failed_first, failed_last, '[]') with &&,
    daterange(start_day, end_day) with &&) where (ended_at is null)
);
create index on unit_replacement (case_id, ordinal);
create index on unit_replacement (failure_id, ordinal);
create index on unit_replacement (credit_id, ordinal);

-- The replacing units are in a block of a credit that no one holds, of the same type and market. Afterwards a replacement only
-- ends.
create function unit_replacement_is_of_blocks() returns trigger language plpgsql as $$
declare
  block credit_block;
  failure unit_failure;
begin
  if tg_op = 'DELETE' then perform refuse('unit_replacement_is_kept', 'A replacement of units is not taken away'); end if;
  if tg_op = 'UPDATE' then
    if to_jsonb(old) - '{version,ended_at}'::text[] <> to_jsonb(new) - '{version,ended_at}'::text[]
      or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
      perform refuse('unit_replacement_is_kept', 'A replacement of units does not change');
    end if;
    return new;
  end if;
  -- A failure of the same credit that is recorded at the same time waits until here, or is seen at the end.
  perform from credit where id = new.credit_id for no key update;
  select * into block from credit_block where credit_id = new.credit_id and first_unit <= new.first_unit
    and last_unit >= new.last_unit and daterange(new.start_day, new.end_day) <@ daterange(start_day, end_day);
  if not found then
    perform refuse('unit_replacement_is_of_a_block', 'Units that replace others belong to one block of their credit');
  end if;
  select * into failure from unit_failure where id = new.failure_id and first_unit <= new.failed_first
    and last_unit >= new.failed_last and daterange(new.start_day, new.end_day) <@ daterange(start_day, end_day);
  if not found then
    perform refuse('unit_replacement_is_of_a_failure', 'Only units that have failed are replaced');
  end if;
  if not exists (select from credit replacing join round its on its.id = replacing.round_id, credit failed
      join round other on other.id = failed.round_id
      where replacing.id = new.credit_id and failed.id = failure.credit_id
        and replacing.requirement_id is null and replacing.type = failed.type and its.market_id = other.market_id) then
    perform refuse('unit_replacement_is_free', 'Only units that no one holds replace others of their type and market');
  end if;
  new.failed_service := failure.service_number;
  new.service_number := block.service_number;
  new.serial := left(block.serial, 1) || block.service_number || '-' || to_char(block.start_day, 'YYYYMMDD')
    || '-' || new.first_unit || '-' || new.last_unit;
  return new;
end
$$;
create trigger unit_replacement_is_of_blocks before insert or update or delete on unit_replacement
  for each row execute function unit_replacement_is_of_blocks();

create function unit_failure_waits_for_replacements() returns trigger language plpgsql as $$
begin
  perform from credit where id = new.credit_id for no key update;
  return new;
end
$$;
create trigger unit_failure_waits_for_replacements before insert on unit_failure
  for each row execute function unit_failure_waits_for_replacements();

-- No unit that has failed replaces another, and nothing replaces a unit that is sound again.
create function unit_replacement_is_sound() returns trigger language plpgsql as $$
begin
  if exists (select from unit_replacement one join unit_failure failed on failed.service_number = one.service_number
      and int8range(failed.first_unit, failed.last_unit, '[]') && int8range(one.first_unit, one.last_unit, '[]')
      and daterange(failed.start_day, failed.end_day) && daterange(one.start_day, one.end_day)
      where one.service_number = new.service_number and one.ended_at is null and failed.ended_at is null) then
    perform refuse('unit_replacement_is_sound', 'A unit that has failed replaces no other');
  end if;
  if exists (select from unit_replacement one join unit_failure failed on failed.id = one.failure_id
      where one.ended_at is null and failed.ended_at is not null
        and new.id in (one.id, failed.id)) then
    perform refuse('unit_replacement_is_needed', 'Nothing replaces a unit that is sound');
  end if;
  return null;
end
$$;
create constraint trigger unit_replacement_is_sound after insert or update on unit_replacement
  deferrable initially deferred for each row execute function unit_replacement_is_sound();
create constraint trigger unit_failure_replaces_nothing after insert or update on unit_failure
  deferrable initially deferred for each row execute function unit_replacement_is_sound();

select marked('unit_replacement');
select committed('unit_replacement');

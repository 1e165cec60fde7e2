-- Which units a confirmed failure takes away, by their numbers: what they rest on is not delivered any more (decision 0185).

alter table "case"
  add column failed_since date,
  add column capacity_left jsonb not null default '[]';
select committed('case');

create table unit_failure (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  case_id text not null references "case",
  credit_id text not null references credit,
  serial credit_serial not null,
  service_number bigint not null,
  first_unit bigint not null check (first_unit > 0),
  last_unit bigint not null check (last_unit >= first_unit),
  start_day date not null,
  end_day date check (end_day > start_day),
  ended_at timestamptz,
  -- A unit fails once at any time.
  constraint unit_fails_once exclude using gist (
    int8range(service_number, service_number, '[]') with &&,
    int8range(first_unit, last_unit, '[]') with &&,
    daterange(start_day, end_day) with &&) where (ended_at is null)
);
create index on unit_failure (case_id, ordinal);
create index on unit_failure (credit_id, ordinal);

-- Units fail within a block of their credit, which says their serial; afterwards they only become sound again.
create function unit_failure_is_of_a_block() returns trigger language plpgsql as $$
declare
  block credit_block;
begin
  if tg_op = 'DELETE' then perform refuse('unit_failure_is_kept', 'A failure of units is not taken away'); end if;
  if tg_op = 'UPDATE' then
    if to_jsonb(old) - '{version,ended_at}'::text[] <> to_jsonb(new) - '{version,ended_at}'::text[]
      or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
      perform refuse('unit_failure_is_kept', 'A failure of units does not change');
    end if;
    return new;
  end if;
  select * into block from credit_block where credit_id = new.credit_id and first_unit <= new.first_unit
    and last_unit >= new.last_unit and start_day <= new.start_day
    and daterange(new.start_day, new.end_day) <@ daterange(start_day, end_day);
  if not found then perform refuse('unit_failure_is_of_a_block', 'Units that fail belong to one block of their credit'); end if;
  new.service_number := block.service_number;
  new.serial := left(block.serial, 1) || block.service_number || '-' || to_char(block.start_day, 'YYYYMMDD')
    || '-' || new.first_unit || '-' || new.last_unit;
  return new;
end
$$;
create trigger unit_failure_is_of_a_block before insert or update or delete on unit_failure
  for each row execute function unit_failure_is_of_a_block();

-- A confirmed delivery failure says from when, and which units; a case that says neither fails none.
create function case_fails_units() returns trigger language plpgsql as $$
declare
  named constant text := case when tg_table_name = 'case' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'case_id' end;
begin
  if exists (select from "case" one where one.id = named
      and (one.type = 'DeliveryFailure' and one.confirmed_at is not null)
        <> (one.failed_since is not null and exists (select from unit_failure where case_id = one.id))) then
    perform refuse('case_fails_units', 'A confirmed delivery failure fails units, and nothing else does');
  end if;
  return null;
end
$$;
create constraint trigger case_fails_units after insert or update on "case" deferrable initially deferred
  for each row execute function case_fails_units();
create constraint trigger unit_failure_has_a_case after insert on unit_failure deferrable initially deferred
  for each row execute function case_fails_units();

select marked('unit_failure');
select committed('unit_failure');

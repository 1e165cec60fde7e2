-- The credit ledger (decision 0022). Until settlement a service is one whole credit that bears the service's id and
-- follows its certification and its project's offer. Settlement takes it away and puts its parts in its place. A unit
-- is one ten-thousandth of a credit and has a number; a block is some numbers of one service for some time, held by
-- one credit. The database refuses whatever would let a unit be made, lost or held twice.

alter table requirement add column redeemed_at timestamptz;

-- Serials name a service by its number.
create unique index service_number on service (ordinal);

-- What a service was certified for: so many units from a day on, for ever or for its term. The matching engine's own
-- reading of this is supplyOf in the domain; a settlement that reads it differently does not add up and is refused.
create function certified_units(s service) returns bigint immutable language sql as $$
  select case s.type
    when 'Biodiversity' then greatest(0,
      (select coalesce(sum(gain), 0) from unnest(s.gains_per_year) as gain) - coalesce(s.baseline_units_lost, 0))::bigint
    else coalesce(s.units, 0) end
$$;

create function years_of(s service) returns integer immutable language sql as $$
  select array_position('{OneYear,TwoYears,ThreeYears,FourYears,FiveYears}'::text[], s.duration)
$$;

-- A year after 29 February comes 1 March, as in the domain.
create function certified_end(s service) returns date immutable language sql as $$
  select make_date(extract(year from s.mitigation_begins)::int + years_of(s),
    extract(month from s.mitigation_begins)::int, 1) + (extract(day from s.mitigation_begins)::int - 1)
$$;

-- The status of a whole credit; none when its project has been matched and the credit divided.
create function whole_credit_status(service_status text, project_status text) returns text immutable language sql as $$
  select case
    when service_status <> 'Certified' then 'Draft'
    when project_status in ('Matched', 'Contracted', 'Verified', 'FailedVerification', 'Monitoring') then null
    when project_status = 'Offered' then 'Bid'
    else 'None' end
$$;

create function is_whole(credit_status text) returns boolean immutable language sql as $$
  select credit_status in ('Draft', 'None', 'Bid')
$$;

create function most_units(units_per_period jsonb) returns bigint immutable language sql as $$
  select coalesce(max((period ->> 'units')::bigint), 0) from jsonb_array_elements(units_per_period) as period
$$;

-- Does a credit supply what is needed for ever, what is needed for a time, or more at first than for ever?
create function supply_type(units_per_period jsonb) returns text immutable language sql as $$
  select case
    when units_per_period -> -1 ->> 'end' is not null then 'additional'
    when (units_per_period -> -1 ->> 'units')::bigint >= (select max((period ->> 'units')::bigint)
      from jsonb_array_elements(units_per_period) as period) then 'ongoing'
    else 'both' end
$$;
create index credit_by_supply_type on credit (supply_type(units_per_period));
create index credit_in_reserve on credit (ordinal, id) where is_reserved;

create function refuse(rule text, why text) returns void language plpgsql as $$
begin
  raise exception '%', why using errcode = 'check_violation', constraint = rule;
end
$$;

-- B for biodiversity, N for nitrogen, P for phosphorous, the service's number, the first day, first and last unit.
create domain credit_serial as text check (value ~ '^[BNP][1-9]\d*-\d{8}-[1-9]\d*-[1-9]\d*$');

create table credit_block (
  serial credit_serial primary key,
  credit_id text not null references credit on delete cascade,
  service_number bigint not null,
  start_day date not null,
  end_day date check (end_day > start_day),
  first_unit bigint not null check (first_unit > 0),
  last_unit bigint not null check (last_unit >= first_unit),
  constraint credit_serial_says_its_block check (substr(serial, 2) = service_number || '-'
    || extract(year from start_day) * 10000 + extract(month from start_day) * 100 + extract(day from start_day)
    || '-' || first_unit || '-' || last_unit),
  -- Nobody holds at any time what somebody else holds.
  constraint credit_unit_held_once exclude using gist (
    int8range(service_number, service_number, '[]') with &&,
    int8range(first_unit, last_unit, '[]') with &&,
    daterange(start_day, end_day) with &&)
);
create index on credit_block (credit_id);
create index on credit_block (service_number);

create table credit_ledger (
  seq bigint generated always as identity primary key,
  at timestamptz not null,
  credit_id text not null,
  service_id text not null,
  requirement_id text,
  is_reserved boolean not null,
  -- Nothing: the credit begins.
  from_status text,
  -- Nothing: the credit is divided, or its certification is taken back.
  to_status text,
  units units not null,
  serials text[] not null
);
create index on credit_ledger (credit_id, seq);

create function credit_ledger_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'The credit ledger can only be added to: % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;
create trigger credit_ledger_is_final before update or delete or truncate on credit_ledger
  for each statement execute function credit_ledger_is_final();
alter table credit_ledger enable always trigger credit_ledger_is_final;

create function write_blocks(c credit) returns void language sql as $$
  insert into credit_block (serial, credit_id, service_number, start_day, end_day, first_unit, last_unit)
  select left(replace(c.type, 'NutrientMitigation', ''), 1) || s.ordinal || '-' || to_char(start_day, 'YYYYMMDD')
      || '-' || first_unit || '-' || last_unit,
    c.id, s.ordinal, start_day, end_day, first_unit, last_unit
  from service s, jsonb_array_elements(c.units_per_period) as period,
    lateral (select (period ->> 'start')::date as start_day, (period ->> 'end')::date as end_day,
      (period ->> 'first')::bigint as first_unit,
      (period ->> 'first')::bigint + (period ->> 'units')::bigint - 1 as last_unit) as said
  where s.id = c.service_id and last_unit >= first_unit
$$;

create function write_entry(c credit, from_status text, to_status text) returns void language sql as $$
  insert into credit_ledger (at, credit_id, service_id, requirement_id, is_reserved, from_status, to_status, units, serials)
  values (coalesce(nullif(current_setting('market.now', true), '')::timestamptz, now()), c.id, c.service_id,
    c.requirement_id, c.is_reserved, from_status, to_status, c.units,
    array(select serial from credit_block where credit_id = c.id order by start_day, first_unit))
$$;

-- What there is already: the units of each service numbered through in each period, and blocks and entries for them.
with turns as (
  select service_id, (period ->> 'start')::date as day from credit, jsonb_array_elements(units_per_period) as period
  union
  select service_id, (period ->> 'end')::date from credit, jsonb_array_elements(units_per_period) as period
  where period ->> 'end' is not null
), spans as (
  select service_id, day as start_day, lead(day) over (partition by service_id order by day) as end_day from turns
), held as (
  select credit.id, credit.service_id, credit.ordinal, start_day, end_day, (period ->> 'units')::bigint as units
  from spans join credit using (service_id), jsonb_array_elements(units_per_period) as period
  where daterange(start_day, end_day) <@ daterange((period ->> 'start')::date, (period ->> 'end')::date)
), numbered as (
  select id, start_day, end_day, units,
    1 + sum(units) over (partition by service_id, start_day order by ordinal) - units as first_unit from held
)
update credit set units_per_period = coalesce((
  select jsonb_agg(jsonb_build_object('start', to_char(start_day, 'YYYY-MM-DD'), 'end', to_char(end_day, 'YYYY-MM-DD'),
    'units', units, 'first', first_unit) order by start_day)
  from numbered where numbered.id = credit.id and units > 0), '[]');

alter table credit add constraint credit_units_are_its_most check (units = most_units(units_per_period));
alter table credit add constraint credit_whole_is_nobodys check (not (is_whole(status) and is_reserved));

select write_blocks(credit), write_entry(credit, null, credit.status) from credit order by ordinal;

-- A credit goes forward only, by the market rules, and from settlement on nothing but its status changes.
create function credit_moves_forward() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not is_whole(old.status) then perform refuse('credit_is_kept', 'A credit is not taken away'); end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    if (is_whole(new.status) and new.id = new.service_id and pg_trigger_depth() > 1)
      or new.status in ('RightsCreated', 'Unused') then return new; end if;
    perform refuse('credit_begins', 'A credit begins with its service or with a settlement');
  end if;
  if is_whole(old.status) and is_whole(new.status) and pg_trigger_depth() > 1 then return new; end if;
  if to_jsonb(old) - '{status,version}'::text[] <> to_jsonb(new) - '{status,version}'::text[] then
    perform refuse('credit_is_fixed', 'Nothing but the status of a credit changes');
  end if;
  if old.status <> new.status and (old.status, new.status, new.requirement_id is not null) not in (
    ('RightsCreated', 'RightsAllocated', true), ('RightsAllocated', 'Issued', true), ('Issued', 'Redeemed', true),
    ('Redeemed', 'Retired', true), ('RightsCreated', 'Issued', false), ('Unused', 'Issued', false),
    ('Issued', 'Retired', false)) then
    perform refuse('credit_moves_forward', format('A credit does not go from %s to %s', old.status, new.status));
  end if;
  return new;
end
$$;

-- Blocks come and go with the credit that holds them, and every change of a certified credit is entered.
create function credit_is_entered() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.status <> 'Draft' then perform write_entry(old, old.status, null); end if;
    delete from credit_block where credit_id = old.id;
    return old;
  end if;
  if tg_op = 'UPDATE' then
    if old.status <> 'Draft' and (new.status = 'Draft' or old.units_per_period <> new.units_per_period) then
      perform write_entry(old, old.status, null);
      delete from credit_block where credit_id = old.id;
    elsif old.status <> 'Draft' then
      if old.status <> new.status then perform write_entry(new, old.status, new.status); end if;
      return new;
    end if;
  end if;
  if new.status <> 'Draft' then
    perform write_blocks(new);
    perform write_entry(new, null, new.status);
  end if;
  return new;
end
$$;
create trigger credit_is_entered after insert or update on credit
  for each row execute function credit_is_entered();
create trigger credit_leaves_the_ledger before delete on credit
  for each row execute function credit_is_entered();

create function only_by_its_credit() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then perform refuse('credit_block_follows', 'A block changes with its credit only'); end if;
  return coalesce(new, old);
end
$$;
create trigger only_by_its_credit before insert or update or delete on credit_block
  for each row execute function only_by_its_credit();

-- The whole credit of a service follows the service and its project.
create function follow_service(s service) returns void language sql as $$
  insert into credit (id, round_id, project_id, service_id, type, status, is_reserved, is_permanent, years, units, module,
    broad_habitat, habitat_type, distinctiveness, units_per_period)
  select s.id, project.round_id, project.id, s.id, s.type, whole_credit_status(s.status, project.status), false,
    years_of(s) is null, years_of(s), certified_units(s), s.module, s.broad_habitat, s.habitat_type, s.distinctiveness,
    case certified_units(s) when 0 then '[]' else jsonb_build_array(jsonb_build_object(
      'start', to_char(s.mitigation_begins, 'YYYY-MM-DD'), 'end', to_char(certified_end(s), 'YYYY-MM-DD'),
      'units', certified_units(s), 'first', 1)) end
  from project where project.id = s.project_id and whole_credit_status(s.status, project.status) is not null
  on conflict (id) do update set round_id = excluded.round_id, status = excluded.status, type = excluded.type,
    is_permanent = excluded.is_permanent, years = excluded.years, units = excluded.units, module = excluded.module,
    broad_habitat = excluded.broad_habitat, habitat_type = excluded.habitat_type,
    distinctiveness = excluded.distinctiveness, units_per_period = excluded.units_per_period,
    version = credit.version + 1
  where (credit.round_id, credit.status, credit.type, credit.is_permanent, credit.years, credit.units, credit.module,
      credit.broad_habitat, credit.habitat_type, credit.distinctiveness, credit.units_per_period)
    is distinct from (excluded.round_id, excluded.status, excluded.type, excluded.is_permanent, excluded.years,
      excluded.units, excluded.module, excluded.broad_habitat, excluded.habitat_type, excluded.distinctiveness,
      excluded.units_per_period)
$$;

create function credit_follows_service() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from credit where id = old.id and is_whole(status);
    return old;
  end if;
  perform follow_service(new);
  return new;
end
$$;
create trigger credit_follows_service after insert or update on service
  for each row execute function credit_follows_service();
create trigger credit_leaves_with_service before delete on service
  for each row execute function credit_follows_service();

create function credit_follows_project() returns trigger language plpgsql as $$
begin
  perform follow_service(service) from service where project_id = new.id;
  return new;
end
$$;
create trigger credit_follows_project after update of status, round_id on project for each row
  when (old.status <> new.status or old.round_id <> new.round_id) execute function credit_follows_project();

-- At the end of a transaction the blocks of a service fill exactly what it was certified for: none lies outside, none
-- overlap, and together they are as large.
create function credits_add_up(number bigint) returns void language plpgsql as $$
declare
  s service;
  expected text;
  certified numeric;
  held numeric;
  outside boolean;
begin
  select * into s from service where ordinal = number;
  if not found then return; end if;
  select whole_credit_status(s.status, status) into expected from project where id = s.project_id;
  if exists (select from credit where service_id = s.id and is_whole(status) and status is distinct from expected) then
    perform refuse('credit_follows_service', 'A credit says something else than its service and project');
  end if;
  certified := case s.status when 'Certified' then certified_units(s)::numeric
    * (coalesce(certified_end(s), date '99999-01-01') - s.mitigation_begins) else 0 end;
  select coalesce(sum((last_unit - first_unit + 1)::numeric * (coalesce(end_day, date '99999-01-01') - start_day)), 0),
    coalesce(bool_or(last_unit > certified_units(s) or start_day < s.mitigation_begins
      or coalesce(end_day, 'infinity') > coalesce(certified_end(s), 'infinity')), false)
    into held, outside from credit_block where service_number = number;
  if outside or held <> certified then
    perform refuse('credits_add_up', format('The credits of service %s are not what it was certified for', s.id));
  end if;
end
$$;

-- What the status of a requirement says of its credits.
create function credit_statuses_of(requirement_status text) returns text[] immutable language sql as $$
  select case requirement_status
    when 'RightsCreated' then '{RightsCreated}'
    when 'RightsAllocated' then '{RightsAllocated}'
    when 'CreditsIssued' then '{Issued}'
    when 'CreditsRedeemed' then '{Redeemed,Retired}'
    when 'Retired' then '{Retired}'
    else '{}' end::text[]
$$;

create function credits_agree_with(wanted text) returns void language plpgsql as $$
begin
  if exists (select from credit join requirement on requirement.id = credit.requirement_id
    where requirement.id = wanted and credit.status <> all (credit_statuses_of(requirement.status))) then
    perform refuse('credits_agree', format('The credits of %s say something else than the requirement', wanted));
  end if;
end
$$;

create function credit_is_sound() returns trigger language plpgsql as $$
declare
  c credit := case tg_op when 'DELETE' then old else new end;
begin
  if tg_op <> 'UPDATE' or is_whole(c.status) then
    perform credits_add_up(ordinal) from service where id = c.service_id;
  end if;
  if c.requirement_id is not null then perform credits_agree_with(c.requirement_id); end if;
  return null;
end
$$;
create constraint trigger credit_is_sound after insert or update or delete on credit
  deferrable initially deferred for each row execute function credit_is_sound();

create function service_is_sound() returns trigger language plpgsql as $$
begin
  perform credits_add_up(new.ordinal);
  return null;
end
$$;
create constraint trigger service_is_sound after insert or update on service
  deferrable initially deferred for each row execute function service_is_sound();

create function project_is_sound() returns trigger language plpgsql as $$
begin
  perform credits_add_up(ordinal) from service where project_id = new.id;
  return null;
end
$$;
create constraint trigger project_is_sound after update of status on project
  deferrable initially deferred for each row when (old.status <> new.status) execute function project_is_sound();

create function requirement_is_sound() returns trigger language plpgsql as $$
begin
  perform credits_agree_with(new.id);
  return null;
end
$$;
create constraint trigger requirement_is_sound after update of status on requirement
  deferrable initially deferred for each row when (old.status <> new.status) execute function requirement_is_sound();

select follow_service(service) from service order by ordinal;
set constraints all immediate;
set constraints all deferred;

-- Last, since what was there before went its way unasked.
create trigger credit_moves_forward before insert or update or delete on credit
  for each row execute function credit_moves_forward();

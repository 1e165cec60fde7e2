-- How biodiversity supply counts is a setting of the round (decision 0049): all net units from delivery on, as it was,
-- or year by year as they are gained. What a service was certified for may so be several periods with different units.

alter table round add column biodiversity_supply text not null default 'fromDelivery'
  check (biodiversity_supply in ('fromDelivery', 'asGained'));

-- The day so many years later; a year after 29 February comes 1 March, as in the domain.
create function years_later(day date, years integer) returns date immutable language sql as $$
  select make_date(extract(year from day)::int + years, extract(month from day)::int, 1)
    + (extract(day from day)::int - 1)
$$;
create or replace function certified_end(s service) returns date immutable language sql as $$
  select years_later(s.mitigation_begins, years_of(s))
$$;

create function counts_as_gained(s service) returns boolean stable language sql as $$
  select s.type = 'Biodiversity' and round.biodiversity_supply = 'asGained'
  from project join round on round.id = project.round_id where project.id = s.project_id
$$;

-- What a service was certified for, period by period. The matching engine's own reading of this is supplyOf in the
-- domain; a settlement that reads it differently does not add up and is refused.
create function certified_periods(s service) returns table (start_day date, end_day date, units bigint)
stable language sql as $$
  with reached as (
    select years_later(s.mitigation_begins, nth::int - 1) as day,
      greatest(0, sum(gain) over (order by nth) - coalesce(s.baseline_units_lost, 0))::bigint as units
    from unnest(s.gains_per_year) with ordinality as gains (gain, nth)
    where counts_as_gained(s)
    union all
    select s.mitigation_begins, certified_units(s) where not counts_as_gained(s)
  ), changes as (
    select day, units, lag(units, 1, 0::bigint) over (order by day) as before from reached
    where certified_end(s) is null or day < certified_end(s)
  )
  select day, coalesce(lead(day) over (order by day), certified_end(s)), units from changes where units <> before
$$;

-- The whole credit of a service follows the service and its project.
create or replace function follow_service(s service) returns void language sql as $$
  with certified as (
    select coalesce(jsonb_agg(jsonb_build_object('start', to_char(start_day, 'YYYY-MM-DD'),
      'end', to_char(end_day, 'YYYY-MM-DD'), 'units', units, 'first', 1) order by start_day), '[]') as periods
    from certified_periods(s) where units > 0)
  insert into credit (id, round_id, project_id, service_id, type, status, is_reserved, is_permanent, years, units, module,
    broad_habitat, habitat_type, distinctiveness, units_per_period)
  select s.id, project.round_id, project.id, s.id, s.type, whole_credit_status(s.status, project.status), false,
    years_of(s) is null, years_of(s), most_units(periods), s.module, s.broad_habitat, s.habitat_type, s.distinctiveness,
    periods
  from project, certified
  where project.id = s.project_id and whole_credit_status(s.status, project.status) is not null
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

create function credit_follows_round() returns trigger language plpgsql as $$
begin
  perform follow_service(service) from service join project on project.id = service.project_id
    where project.round_id = new.id and service.type = 'Biodiversity';
  return new;
end
$$;
create trigger credit_follows_round after update of biodiversity_supply on round for each row
  when (old.biodiversity_supply <> new.biodiversity_supply) execute function credit_follows_round();

-- At the end of a transaction the blocks of a service fill exactly what it was certified for: none lies outside, none
-- overlap, and together they are as large.
create or replace function credits_add_up(number bigint) returns void language plpgsql as $$
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
  select coalesce(sum(units::numeric * (coalesce(end_day, date '99999-01-01') - start_day)), 0) into certified
    from certified_periods(s) where s.status = 'Certified';
  select coalesce(sum((last_unit - first_unit + 1)::numeric * (coalesce(end_day, date '99999-01-01') - start_day)), 0)
    into held from credit_block where service_number = number;
  select exists (select from credit_block as block join certified_periods(s) as period
      on daterange(block.start_day, block.end_day) && daterange(period.start_day, period.end_day)
    where block.service_number = number and block.last_unit > period.units)
    or exists (select from credit_block where service_number = number
      and (start_day < s.mitigation_begins or coalesce(end_day, 'infinity') > coalesce(certified_end(s), 'infinity')))
    into outside;
  if outside or held <> certified then
    perform refuse('credits_add_up', format('The credits of service %s are not what it was certified for', s.id));
  end if;
end
$$;

-- How many units a credit holds at any time, from before the first to after the last, so that a list is read in the order
-- of the units of a day along an index, whatever the day. Derived from the credit, and read for nothing but that order.

create table credit_level (
  credit_id text not null references credit on delete cascade,
  start_day date not null,
  end_day date not null check (end_day > start_day),
  units units not null,
  primary key (credit_id, start_day)
);
create index credit_level_by_units on credit_level (units, credit_id) include (start_day, end_day);

create function levels_of(c credit) returns setof credit_level immutable language sql as $$
  with held as (
    select (period ->> 'start')::date as start_day, coalesce((period ->> 'end')::date, 'infinity') as end_day,
      (period ->> 'units')::bigint as units
    from jsonb_array_elements(c.units_per_period) as period),
  turn as (
    select date '-infinity' as day union select start_day from held
    union select end_day from held where end_day < 'infinity'),
  span as (select day as start_day, lead(day, 1, 'infinity') over (order by day) as end_day from turn)
  select c.id, start_day, end_day, (select coalesce(sum(held.units), 0) from held
    where held.start_day <= span.start_day and held.end_day > span.start_day)::bigint::units
  from span
$$;

create function credit_has_levels() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then delete from credit_level where credit_id = new.id; end if;
  insert into credit_level select * from levels_of(new);
  return null;
end
$$;
create trigger credit_has_levels after insert on credit for each row execute function credit_has_levels();
create trigger credit_changes_levels after update of units_per_period on credit for each row
  when (old.units_per_period <> new.units_per_period) execute function credit_has_levels();

insert into credit_level select level.* from credit, levels_of(credit) as level;

drop index credit_by_units;

-- What a settled round has come to, for anybody to read. A settlement is final: its match is accepted, and from then on
-- nothing but the status of a credit changes. So this is reckoned once, with the settlement, whoever brings it about.
-- Whether the surplus may be told follows from who is independent of whom today, and is judged when it is read.

create table settled_round (
  round_id text primary key references round on delete cascade,
  -- How many won.
  projects integer not null,
  requirements integer not null,
  -- In pence; nothing where there was no match.
  surplus bigint,
  -- The organisations on each side of the payments.
  payers text[] not null,
  receivers text[] not null,
  -- What was sold, type by type, in steps that follow each other: from the first unit to the end of the last.
  sold jsonb not null
);

create function settled_round_of(settled text) returns settled_round stable language sql as $$
  with solved as (
    select solution from match_result where round_id = settled and solution is not null
    order by ordinal desc limit 1
  ), paid as (
    select one ->> 'organisationId' as id, (one ->> 'payment')::bigint as payment
    from solved, jsonb_array_elements(solution -> 'organisations') as one
  ), held as (
    select type, (period ->> 'start')::date as start_day, (period ->> 'end')::date as end_day,
      (period ->> 'units')::bigint as units
    from credit, jsonb_array_elements(units_per_period) as period
    where round_id = settled and requirement_id is not null
  ), turn as (
    select type, day, sum(units) as units from (
      select type, start_day as day, units from held
      union all select type, end_day, -units from held where end_day is not null) as change
    group by type, day having sum(units) <> 0
  ), step as (
    select type, day as start_day, lead(day) over by_day as end_day, sum(units) over by_day as units
    from turn window by_day as (partition by type order by day)
  )
  select settled,
    (select count(*) from solved, jsonb_array_elements(solution -> 'projects') as one where (one ->> 'won')::boolean)::int,
    (select count(*) from solved, jsonb_array_elements(solution -> 'requirements') as one
      where (one ->> 'won')::boolean)::int,
    (select (solution ->> 'surplus')::bigint from solved),
    array(select id from paid where payment > 0 order by id),
    array(select id from paid where payment < 0 order by id),
    coalesce((select jsonb_agg(jsonb_build_object('creditType', type, 'start', to_char(start_day, 'YYYY-MM-DD'),
      'end', to_char(end_day, 'YYYY-MM-DD'), 'units', units) order by type, start_day)
      from step where units > 0 or end_day is not null), '[]')
$$;

create function round_is_settled() returns trigger language plpgsql as $$
begin
  insert into settled_round select * from settled_round_of(new.id) on conflict (round_id) do nothing;
  return null;
end
$$;
-- At the end of the transaction, when the credits of the settlement are there.
create constraint trigger round_is_settled after insert or update of status on round
  deferrable initially deferred for each row when (new.status = 'Settled') execute function round_is_settled();

insert into settled_round select come.* from round, settled_round_of(round.id) as come where status = 'Settled';

-- What the requirements that won in a settled round took, and what was paid for it: results and prices are made of it
-- (decision 0088). It follows from the newest match of the round and never changes, so it is written once.
create table settled_purchase (
  round_id text not null references round on delete cascade,
  requirement_id text not null,
  buyer_id text not null,
  credit_type text not null,
  -- The planning authority of biodiversity, the nutrient sub-catchment of nutrients.
  area_id text,
  -- In ten-thousandths, and in pence.
  units bigint not null,
  payment bigint not null,
  -- The organisations whose projects supply it.
  supplier_ids text[] not null,
  primary key (round_id, requirement_id)
);

create function settled_purchases_of(settled text) returns setof settled_purchase stable language sql as $$
  with solved as (
    select problem, solution from match_result where round_id = settled and solution is not null
    order by ordinal desc limit 1
  ), asked as (
    select one ->> 'id' as id, one ->> 'creditType' as credit_type,
      case when one ->> 'creditType' = 'Biodiversity' then one ->> 'lpaId' else one ->> 'subcatchmentId' end as area_id
    from solved, jsonb_array_elements(problem -> 'requirements') as one
  ), offered as (
    select one ->> 'id' as id, one ->> 'supplierId' as supplier_id
    from solved, jsonb_array_elements(problem -> 'projects') as one
  ), supplied as (
    select flow ->> 'requirementId' as id, array_agg(distinct supplier_id order by supplier_id) as supplier_ids
    from solved, jsonb_array_elements(solution -> 'flows') as flow join offered on offered.id = flow ->> 'projectId'
    group by 1
  ), won as (
    select one ->> 'id' as id, one ->> 'organisationId' as buyer_id, (one ->> 'payment')::bigint as payment,
      (one ->> 'ongoingUnits')::bigint + (one ->> 'additionalUnits')::bigint as units
    from solved, jsonb_array_elements(solution -> 'requirements') as one where (one ->> 'won')::boolean
  )
  select settled, won.id, buyer_id, credit_type, area_id, units, payment, coalesce(supplier_ids, '{}')
  from won join asked using (id) left join supplied using (id) where units > 0
$$;

create function round_is_priced() returns trigger language plpgsql as $$
begin
  insert into settled_purchase select * from settled_purchases_of(new.id) on conflict do nothing;
  return null;
end
$$;
-- At the end of the transaction, as with the sums of the round.
create constraint trigger round_is_priced after insert or update of status on round
  deferrable initially deferred for each row when (new.status = 'Settled') execute function round_is_priced();

insert into settled_purchase select come.* from round, settled_purchases_of(round.id) as come where status = 'Settled';

-- How satisfied people were, counted by day, by what they had done and by answer: of nobody in particular.
create table satisfaction (
  day date not null,
  about text not null check (about in ('registering', 'reading')),
  answer smallint not null check (answer between 1 and 5),
  number bigint not null check (number > 0),
  primary key (day, about, answer)
);

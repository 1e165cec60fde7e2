-- When payments are due (decision 0207): a market has a schedule, and each of its rounds the schedule that the market had when
-- registration opened, so that no one is bound by another one than was there to read.

set local statement_timeout = 0;

-- Parts in tenths of a percent, one for each event in this order, with days after the event; together they are the whole.
create function is_payment_schedule(schedule jsonb) returns boolean immutable language sql as $$
  select jsonb_typeof(schedule) = 'array' and coalesce(
    (select array_agg(part ->> 'event' order by nth) = '{settlement,rightsAllocated,creditsIssued}'::text[]
        and sum((part ->> 'tenths')::integer) = 1000 and min((part ->> 'tenths')::integer) >= 0
        and min((part ->> 'days')::integer) >= 0 and max((part ->> 'days')::integer) <= 365
      from jsonb_array_elements(schedule) with ordinality as parts (part, nth)), false)
$$;

alter table market add column payment_schedule jsonb not null default
  '[{"event":"settlement","tenths":100,"days":30},{"event":"rightsAllocated","tenths":400,"days":30},{"event":"creditsIssued","tenths":500,"days":30}]'
  constraint market_payment_schedule_is_whole check (is_payment_schedule(payment_schedule));

create table payment_terms (
  round_id text primary key references round on delete cascade,
  schedule jsonb not null constraint payment_terms_are_whole check (is_payment_schedule(schedule))
);

create function payment_terms_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'The payment terms of a round do not change: % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;
create trigger payment_terms_are_final before update or delete or truncate on payment_terms
  for each statement execute function payment_terms_are_final();
alter table payment_terms enable always trigger payment_terms_are_final;

create function round_has_payment_terms() returns trigger language plpgsql as $$
begin
  insert into payment_terms (round_id, schedule) select new.id, payment_schedule from market where id = new.market_id
  on conflict do nothing;
  return null;
end
$$;
create trigger round_has_payment_terms after insert or update of status on round
  for each row when (new.status <> 'Draft') execute function round_has_payment_terms();

insert into payment_terms (round_id, schedule)
  select round.id, payment_schedule from round join market on market.id = market_id where status <> 'Draft';

select committed('market'), committed('payment_terms', key => 'round_id');

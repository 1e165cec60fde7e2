-- The books of money in double entry (decision 0206). Amounts are whole pence; a debit is positive, a credit negative. An entry is
-- written once with all its postings, which add up to zero, and nothing of it is ever changed or taken away.

set local statement_timeout = 0;

create table money_account (
  id text primary key,
  -- What it is for; a purpose of one organisation has an account for each.
  purpose text not null check (purpose in ('due', 'payable', 'maintenance', 'operator', 'compliance', 'performance', 'suspense')),
  organisation_id text references organisation,
  constraint money_account_has_its_owner
    check ((purpose in ('due', 'payable', 'maintenance')) = (organisation_id is not null)),
  constraint money_account_is_named check (id = concat_ws(' ', purpose, organisation_id))
);
create index on money_account (organisation_id);

create table money_entry (
  id text primary key,
  kind text not null check (kind in ('settlement')),
  round_id text not null references round,
  at timestamptz not null,
  -- How many postings it has: their places are all taken, so none can be added later.
  postings integer not null check (postings >= 2)
);
create unique index money_entry_of_settlement on money_entry (round_id) where kind = 'settlement';
create index on money_entry (at, id);

create table money_posting (
  entry_id text not null references money_entry,
  place integer not null check (place > 0),
  account_id text not null references money_account,
  -- Whose offer or bid it is about, also on accounts that belong to no organisation.
  party_id text references organisation,
  item_kind text check (item_kind in ('project', 'requirement')),
  item_id text,
  amount bigint not null check (amount <> 0),
  primary key (entry_id, place),
  constraint money_posting_is_about_one_thing check (num_nulls(party_id, item_kind, item_id) in (0, 3))
);
create index on money_posting (account_id);
create index on money_posting (party_id, entry_id);

create function money_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'The books of money can only be added to: % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;
create trigger money_is_final before update or delete or truncate on money_account
  for each statement execute function money_is_final();
create trigger money_is_final before update or delete or truncate on money_entry
  for each statement execute function money_is_final();
create trigger money_is_final before update or delete or truncate on money_posting
  for each statement execute function money_is_final();
alter table money_account enable always trigger money_is_final;
alter table money_entry enable always trigger money_is_final;
alter table money_posting enable always trigger money_is_final;

create function money_posting_has_its_place() returns trigger language plpgsql as $$
begin
  if exists (select from added join money_entry on money_entry.id = entry_id where place > postings) then
    perform refuse('money_entry_is_complete', 'A posting is not added to an entry that is complete');
  end if;
  return null;
end
$$;
create trigger money_posting_has_its_place after insert on money_posting referencing new table as added
  for each statement execute function money_posting_has_its_place();

-- At the end of its transaction an entry has all its postings, and they add up to zero.
create function money_entry_adds_up() returns trigger language plpgsql as $$
begin
  if (select (count(*), coalesce(sum(amount), 1)) from money_posting where entry_id = new.id) <> (new.postings::bigint, 0::numeric) then
    perform refuse('money_entry_adds_up', format('The postings of the entry %s do not add up to zero', new.id));
  end if;
  return null;
end
$$;
create constraint trigger money_entry_adds_up after insert on money_entry deferrable initially deferred
  for each row execute function money_entry_adds_up();

-- The postings of a settlement, by its match: src/domain/money/settlement-postings.ts is the same rule in words that can be read
-- alone, and the integrity check compares the two.
create function money_of_settlement(settled text)
returns table (purpose text, organisation_id text, party_id text, item_kind text, item_id text, amount bigint)
stable language sql as $$
  with solved as (
    select problem, solution from match_result where round_id = settled and solution is not null
    order by ordinal desc limit 1
  ), owned as (
    select 'project' as kind, one ->> 'id' as id, coalesce(one ->> 'ownerId', one ->> 'supplierId') as owner_id, one -> 'costs' as costs
    from solved, jsonb_array_elements(problem -> 'projects') as one
    union all
    select 'requirement', one ->> 'id', coalesce(one ->> 'ownerId', one ->> 'buyerId'), '{}'
    from solved, jsonb_array_elements(problem -> 'requirements') as one
  ), won as (
    select 'project' as kind, one ->> 'id' as id, (one ->> 'payment')::bigint as payment
    from solved, jsonb_array_elements(solution -> 'projects') as one where (one ->> 'won')::boolean
    union all
    select 'requirement', one ->> 'id', (one ->> 'payment')::bigint
    from solved, jsonb_array_elements(solution -> 'requirements') as one where (one ->> 'won')::boolean
  ), passed_on as (
    select kind, id, owner_id, payment, cost.purpose, coalesce((costs ->> cost.name)::bigint, 0) as amount
    from won join owned using (kind, id), (values ('maintenance', 'maintenance'), ('operator', 'marketOperator'),
      ('compliance', 'complianceMonitoring'), ('performance', 'performanceMonitoring')) as cost (purpose, name)
  ), own as (
    select kind, id, owner_id, (payment + sum(amount))::bigint as amount from passed_on group by kind, id, owner_id, payment
  ), posted as (
    select case when amount > 0 then 'due' else 'payable' end as purpose, owner_id as organisation_id, owner_id, kind, id, amount from own
    union all
    select purpose, case purpose when 'maintenance' then owner_id end, owner_id, kind, id, -amount from passed_on
  )
  select * from posted where amount <> 0
  union all
  -- A match whose payments do not add up is wrong; its difference is in the account of no one, where the check finds it.
  select 'suspense', null, null, null, null, (-sum(amount))::bigint from posted having sum(amount) <> 0
$$;

create function book_settlement(settled text) returns void language plpgsql as $$
begin
  if exists (select from money_entry where round_id = settled and kind = 'settlement') then return; end if;
  with parts as materialized (select * from money_of_settlement(settled)),
    opened as (
      insert into money_account (id, purpose, organisation_id)
      select distinct on (1) concat_ws(' ', purpose, organisation_id), purpose, organisation_id from parts order by 1
      on conflict do nothing),
    written as (
      insert into money_entry (id, kind, round_id, at, postings)
      select 'settlement ' || round.id, 'settlement', round.id,
        coalesce(settled_at, nullif(current_setting('market.now', true), '')::timestamptz, now()), many
      from round, (select count(*)::integer as many from parts) as counted where round.id = settled and many > 0
      returning id)
  insert into money_posting (entry_id, place, account_id, party_id, item_kind, item_id, amount)
  select written.id, row_number() over (order by item_kind desc, item_id, purpose), concat_ws(' ', purpose, organisation_id),
    party_id, item_kind, item_id, amount
  from written, parts;
end
$$;

-- The books are written with the prices of the round, at the end of the transaction that settles it.
create or replace function round_is_priced() returns trigger language plpgsql as $$
begin
  insert into settled_purchase select * from settled_purchases_of(new.id) on conflict do nothing;
  perform book_settlement(new.id);
  return null;
end
$$;

select book_settlement(id) from round where status = 'Settled' order by settled_at, ordinal;
set constraints money_entry_adds_up immediate;

select marked('money_entry');
select committed('money_account'), committed('money_entry'),
  committed('money_posting', key => $$entry_id || ' ' || place$$);

-- Invoices, self-billed invoices and credit notes (decision 0218). Each issuer has a series for each kind, numbered without gaps; nothing
-- of an invoice is ever changed or taken away, and a credit note is the only correction.

set local statement_timeout = 0;

create table invoice_series (
  issuer_id text not null references organisation,
  kind text not null check (kind in ('invoice', 'selfBilled', 'creditNote')),
  last integer not null check (last > 0),
  primary key (issuer_id, kind)
);

create table invoice (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  issuer_id text not null references organisation,
  kind text not null check (kind in ('invoice', 'selfBilled', 'creditNote')),
  place integer not null check (place > 0),
  -- Every place but the first follows one that is there.
  preceding integer,
  name text not null,
  round_id text not null references round,
  party_id text not null references organisation,
  item_kind text not null check (item_kind in ('project', 'requirement')),
  item_id text not null,
  purpose text not null check (purpose in ('due', 'payable', 'maintenance')),
  event text not null check (event in ('settlement', 'rightsAllocated', 'creditsIssued', 'checkPassed')),
  year integer,
  issued_at timestamptz not null,
  due date not null,
  net bigint not null,
  vat bigint not null,
  -- The invoice that a credit note takes back, and whether the amount is invoiced again.
  credits_id text unique references invoice,
  is_reissued boolean,
  content jsonb not null,
  constraint invoice_has_its_place unique (issuer_id, kind, place),
  constraint invoice_has_no_gap check (preceding is not distinct from nullif(place - 1, 0)),
  constraint invoice_number_follows foreign key (issuer_id, kind, preceding) references invoice (issuer_id, kind, place),
  constraint invoice_is_numbered check (name = case kind when 'invoice' then 'INV' when 'selfBilled' then 'SBI' else 'CRN' end
    || '-' || lpad(place::text, 6, '0')),
  constraint invoice_is_corrected_by_credit check ((kind = 'creditNote') = (credits_id is not null)
    and (kind = 'creditNote') = (is_reissued is not null))
);
create unique index on invoice (issuer_id, name);
create index on invoice (item_id);
create index on invoice (party_id, ordinal);
create index on invoice (due, ordinal);
create index on invoice (round_id);
create index on money_posting (item_id);

-- The number is taken in the transaction of the invoice, from a row that stays locked until its end.
create function invoice_takes_its_number() returns trigger language plpgsql as $$
begin
  insert into invoice_series as series (issuer_id, kind, last) values (new.issuer_id, new.kind, 1)
    on conflict (issuer_id, kind) do update set last = series.last + 1 returning last into new.place;
  new.preceding := nullif(new.place - 1, 0);
  new.name := case new.kind when 'invoice' then 'INV' when 'selfBilled' then 'SBI' else 'CRN' end || '-' || lpad(new.place::text, 6, '0');
  new.id := coalesce(new.id, new.name);
  return new;
end
$$;
create trigger invoice_takes_its_number before insert on invoice for each row execute function invoice_takes_its_number();

create function invoice_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'An invoice is never changed or taken away, only corrected by a credit note: % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;
create trigger invoice_is_final before update or delete or truncate on invoice
  for each statement execute function invoice_is_final();
alter table invoice enable always trigger invoice_is_final;

-- VAT comes on top of what the settlement posted.
alter table money_account drop constraint money_account_purpose_check;
alter table money_account add constraint money_account_purpose_check
  check (purpose in ('due', 'payable', 'maintenance', 'operator', 'compliance', 'performance', 'vat', 'suspense'));
alter table money_entry drop constraint money_entry_kind_check;
alter table money_entry add constraint money_entry_kind_check check (kind in ('settlement', 'invoice'));

create function vat_is_booked() returns trigger language plpgsql as $$
declare
  side constant text := case new.purpose when 'due' then 'due' else 'payable' end;
  amount constant bigint := case new.purpose when 'due' then new.vat else -new.vat end;
begin
  if new.vat = 0 then return null; end if;
  insert into money_account (id, purpose, organisation_id)
    values (side || ' ' || new.party_id, side, new.party_id), ('vat', 'vat', null) on conflict do nothing;
  insert into money_entry (id, kind, round_id, at, postings) values ('invoice ' || new.id, 'invoice', new.round_id, new.issued_at, 2);
  insert into money_posting (entry_id, place, account_id, party_id, item_kind, item_id, amount) values
    ('invoice ' || new.id, 1, side || ' ' || new.party_id, new.party_id, new.item_kind, new.item_id, amount),
    ('invoice ' || new.id, 2, 'vat', new.party_id, new.item_kind, new.item_id, -amount);
  return null;
end
$$;
create trigger vat_is_booked after insert on invoice for each row execute function vat_is_booked();

-- Projects and requirements of which a part may have fallen due: a job looks at these alone. They are inserted in one order, so that
-- two transactions about the same ones wait for each other and do not end in a deadlock.
create table invoicing (
  item_kind text not null check (item_kind in ('project', 'requirement')),
  item_id text not null,
  since timestamptz not null default clock_timestamp(),
  primary key (item_kind, item_id)
);

create function look_at_invoices_of(kinds text[], ids text[]) returns void language sql as $$
  insert into invoicing (item_kind, item_id) select distinct kind, id from unnest(kinds, ids) as one (kind, id)
  where id is not null order by kind desc, id on conflict (item_kind, item_id) do update set since = excluded.since
$$;

-- Only what fell due after this version has invoices; rounds that were settled before keep what they had arranged.
alter table payment_terms add column has_invoices boolean not null default false;
alter table payment_terms alter column has_invoices set default true;
alter table payment_terms disable trigger payment_terms_are_final;
update payment_terms set has_invoices = true from round where round.id = round_id and status <> 'Settled';
alter table payment_terms enable always trigger payment_terms_are_final;

create function settlement_falls_due() returns trigger language plpgsql as $$
begin
  perform look_at_invoices_of(array_agg(item_kind), array_agg(item_id))
  from added join money_entry on money_entry.id = entry_id where kind = 'settlement';
  return null;
end
$$;
create trigger settlement_falls_due after insert on money_posting referencing new table as added
  for each statement execute function settlement_falls_due();

create function credits_fall_due() returns trigger language plpgsql as $$
begin
  perform look_at_invoices_of(array_agg(kind), array_agg(id))
  from (select 'requirement' as kind, added.requirement_id as id from added
      where to_status in ('RightsAllocated', 'Issued') and requirement_id is not null
    union select 'project', project_id from added join credit on credit.id = credit_id
      where to_status in ('RightsAllocated', 'Issued') and added.requirement_id is not null) as fallen;
  return null;
end
$$;
create trigger credits_fall_due after insert on credit_ledger referencing new table as added
  for each statement execute function credits_fall_due();

create function maintenance_falls_due() returns trigger language plpgsql as $$
begin
  perform look_at_invoices_of('{project}', array[new.project_id]);
  return null;
end
$$;
create trigger maintenance_falls_due after insert on compliance_check
  for each row when (new.is_compliant) execute function maintenance_falls_due();

-- Invoices of a supplier wait for its agreement, and amounts that were credited to be invoiced again for nothing.
create function self_billing_falls_due() returns trigger language plpgsql as $$
begin
  perform look_at_invoices_of(array_agg(item_kind), array_agg(item_id))
  from money_posting join money_account on money_account.id = account_id
  where party_id = new.id and purpose in ('payable', 'maintenance');
  return null;
end
$$;
create trigger self_billing_falls_due after update of self_billing_since on organisation
  for each row when (old.self_billing_since is null and new.self_billing_since is not null) execute function self_billing_falls_due();

create function credit_falls_due_again() returns trigger language plpgsql as $$
begin
  perform look_at_invoices_of(array[new.item_kind], array[new.item_id]);
  return null;
end
$$;
create trigger credit_falls_due_again after insert on invoice
  for each row when (new.is_reissued) execute function credit_falls_due_again();

select marked('invoice');
select committed('invoice'), committed('payment_terms', key => 'round_id');

-- Payments by files of the bank (decision 0220). A line of a statement is there once, by its account and the bank's own reference, and
-- only what waits of it changes. Payments say which part of a line belongs to which invoice; they are never changed, only reversed.

set local statement_timeout = 0;

alter table organisation add column iban text
  constraint organisation_iban_is_written_plainly check (iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$');
create index on organisation (iban) where iban is not null;

alter table filed_document drop constraint filed_document_tag_check;
alter table filed_document add constraint filed_document_tag_check
  check (tag in ('BiodiversityMetric', 'BudgetCalculator', 'SupportingDocument', 'CreditAllocationCertificate',
    'CreditSupplyAgreement', 'RedeemNotice', 'LandholderInfo', 'NatureBasedAgreement', 'Section106Agreement',
    'ScreeningSteps', 'ScreeningOutcome', 'CertificationStatement', 'PreMarketReviewReport', 'VerificationReport',
    'ComplianceReport', 'PerformanceReport', 'AuthorityToAct', 'suppliers', 'buyers', 'investors', 'winners',
    'dataset', 'Logo', 'Evidence', 'Outlines', 'SiteBoundary', 'sites', 'BankStatement'));

create table bank_line (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  account text not null,
  bank_reference text not null,
  booked_on date not null,
  -- Hundredths of the currency; negative if money left the account.
  amount bigint not null check (amount <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  party_name text,
  party_iban text,
  reference text,
  end_to_end_id text,
  is_return boolean not null,
  -- True for lines in pounds on the account of the market operator, which are in the books.
  is_in_books boolean not null check (not is_in_books or currency = 'GBP'),
  -- The part that belongs to no invoice.
  rest bigint not null check (rest = 0 or sign(rest) = sign(amount) and abs(rest) <= abs(amount)),
  status text not null check (status in ('Waiting', 'Booked', 'SetAside')),
  reason text,
  uploaded_by text not null references "user",
  uploaded_at timestamptz not null,
  constraint bank_line_is_there_once unique (account, bank_reference),
  constraint bank_line_is_booked_without_rest check ((status = 'Booked') = (rest = 0))
);
create index on bank_line (status, ordinal);
create index on bank_line (account, end_to_end_id);
create index on bank_line (booked_on, ordinal);

create table payment (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  bank_line_id text not null references bank_line,
  invoice_id text not null references invoice,
  -- Pence, with the sign of money on the account.
  amount bigint not null check (amount <> 0),
  rule text not null check (rule in ('reference', 'account', 'person', 'returned', 'takenBack')),
  reverses_id text unique references payment,
  booked_at timestamptz not null,
  constraint payment_reverses_by_rule check ((reverses_id is not null) = (rule in ('returned', 'takenBack')))
);
create index on payment (bank_line_id);
create index on payment (invoice_id);

create function bank_line_keeps_what_the_bank_said() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.id, old.account, old.bank_reference, old.booked_on, old.amount, old.currency, old.party_iban, old.end_to_end_id,
      old.is_return, old.is_in_books, old.uploaded_by, old.uploaded_at)
    is distinct from (new.id, new.account, new.bank_reference, new.booked_on, new.amount, new.currency, new.party_iban, new.end_to_end_id,
      new.is_return, new.is_in_books, new.uploaded_by, new.uploaded_at) then
    raise exception 'A line of a bank statement stays as it came: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger bank_line_keeps_what_the_bank_said before update or delete on bank_line
  for each row execute function bank_line_keeps_what_the_bank_said();
alter table bank_line enable always trigger bank_line_keeps_what_the_bank_said;

create function payment_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'Payments can only be added, and a wrong one reversed: % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;
create trigger payment_is_final before update or delete or truncate on payment
  for each statement execute function payment_is_final();
alter table payment enable always trigger payment_is_final;
create trigger payment_is_final before truncate on bank_line for each statement execute function payment_is_final();
alter table bank_line enable always trigger payment_is_final;

-- An invoice is locked while a payment or a credit note for it is written, so that two can never pay or take back the same amount.
create function payment_fits_its_invoice() returns trigger language plpgsql as $$
declare
  billed record;
  -- What is paid of the invoice with this payment, and what was before, both positive.
  paid bigint;
  before bigint;
  of_vat bigint := 0;
  side text;
begin
  select kind, net + vat as total, vat, purpose, party_id, item_kind, item_id, round_id into billed
    from invoice where id = new.invoice_id for no key update;
  select coalesce(sum(amount), 0) into before from payment where invoice_id = new.invoice_id;
  paid := before + new.amount;
  if billed.kind = 'selfBilled' then paid := -paid; before := -before; end if;
  if billed.kind = 'creditNote' or paid < 0 or paid > billed.total then
    perform refuse('payment_fits_its_invoice', 'The payment is more than what is open of the invoice');
  end if;
  if new.reverses_id is null and exists (select from invoice where credits_id = new.invoice_id) then
    perform refuse('payment_fits_its_invoice', 'A credit note has taken the invoice back');
  end if;
  if not (select is_in_books from bank_line where id = new.bank_line_id) then
    perform refuse('payment_fits_its_invoice', 'The line of the bank is not in the books');
  end if;
  if new.reverses_id is not null and not exists (select from payment where id = new.reverses_id and invoice_id = new.invoice_id
      and amount = -new.amount and reverses_id is null) then
    perform refuse('payment_fits_its_invoice', 'A reversal has the amount and the invoice of the payment that it reverses');
  end if;
  -- VAT on money held for maintenance is owed on the account payable, and is paid first.
  if billed.purpose = 'maintenance' then of_vat := least(paid, billed.vat) - least(before, billed.vat); end if;
  side := billed.purpose || ' ' || billed.party_id;
  insert into money_account (id, purpose, organisation_id) values (side, billed.purpose, billed.party_id) on conflict do nothing;
  insert into money_entry (id, kind, round_id, at, postings)
    values ('payment ' || new.id, 'payment', billed.round_id, new.booked_at,
      1 + (new.amount + of_vat <> 0)::integer + (of_vat <> 0)::integer);
  insert into money_posting (entry_id, place, account_id, party_id, item_kind, item_id, amount)
    select 'payment ' || new.id, row_number() over (order by place), account_id, billed.party_id, billed.item_kind, billed.item_id, amount
    from (values (1, 'unallocated', new.amount), (2, side, -(new.amount + of_vat)), (3, 'payable ' || billed.party_id, of_vat))
      as part (place, account_id, amount) where amount <> 0;
  return new;
end
$$;
create trigger payment_fits_its_invoice before insert on payment for each row execute function payment_fits_its_invoice();

create function credit_note_finds_no_payment() returns trigger language plpgsql as $$
begin
  perform from invoice where id = new.credits_id for no key update;
  if (select coalesce(sum(amount), 0) from payment where invoice_id = new.credits_id) <> 0 then
    perform refuse('credit_note_finds_no_payment', 'Payments are booked to the invoice. Take them back first');
  end if;
  return new;
end
$$;
create trigger credit_note_finds_no_payment before insert on invoice
  for each row when (new.credits_id is not null) execute function credit_note_finds_no_payment();

-- At the end of a transaction a line and its payments add up.
create function bank_line_adds_up() returns trigger language plpgsql as $$
declare
  line_id constant text := case tg_table_name when 'payment' then to_jsonb(new) ->> 'bank_line_id' else new.id end;
begin
  if (select rest <> amount - coalesce((select sum(amount) from payment where bank_line_id = bank_line.id), 0) from bank_line where id = line_id) then
    perform refuse('bank_line_adds_up', format('The payments of the bank line %s do not add up to what is booked of it', line_id));
  end if;
  return null;
end
$$;
create constraint trigger bank_line_adds_up after insert or update on bank_line deferrable initially deferred
  for each row execute function bank_line_adds_up();
create constraint trigger bank_line_adds_up after insert on payment deferrable initially deferred
  for each row execute function bank_line_adds_up();

-- Money on the bank account, and what of it belongs to no invoice.
alter table money_account drop constraint money_account_purpose_check;
alter table money_account add constraint money_account_purpose_check
  check (purpose in ('due', 'payable', 'maintenance', 'operator', 'compliance', 'performance', 'vat', 'bank', 'unallocated', 'suspense'));
alter table money_entry drop constraint money_entry_kind_check;
alter table money_entry add constraint money_entry_kind_check check (kind in ('settlement', 'invoice', 'bank', 'payment'));
alter table money_entry alter column round_id drop not null;
alter table money_entry add constraint money_entry_has_its_round check ((kind = 'bank') = (round_id is null));

create function bank_line_is_booked() returns trigger language plpgsql as $$
begin
  insert into money_account (id, purpose) values ('bank', 'bank'), ('unallocated', 'unallocated') on conflict do nothing;
  insert into money_entry (id, kind, at, postings) values ('bank ' || new.id, 'bank', new.uploaded_at, 2);
  insert into money_posting (entry_id, place, account_id, amount) values
    ('bank ' || new.id, 1, 'bank', new.amount), ('bank ' || new.id, 2, 'unallocated', -new.amount);
  return null;
end
$$;
create trigger bank_line_is_booked after insert on bank_line for each row when (new.is_in_books) execute function bank_line_is_booked();

select marked('bank_line'), marked('payment');
select committed('bank_line'), committed('payment'), committed('organisation');

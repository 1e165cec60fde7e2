-- Deposits before bids (decisions 0243 and 0244). A market can ask for a fixed deposit for each bid, and each of its rounds asks for what
-- the market had when registration opened. A deposit is asked for by a document of its own series, is held on an account of its
-- organisation, and ends: what invoices do not use is paid back by a document that credits it, as often as something is left.

set local statement_timeout = 0;

alter table market add column deposit bigint constraint market_deposit_is_an_amount check (deposit > 0);
alter table payment_terms add column deposit bigint constraint payment_terms_deposit_is_an_amount check (deposit > 0);

create or replace function round_has_payment_terms() returns trigger language plpgsql as $$
begin
  insert into payment_terms (round_id, schedule, late_payment, deposit)
  select new.id, payment_schedule, late_payment, deposit from market where id = new.market_id
  on conflict do nothing;
  return null;
end
$$;

alter table invoice_series drop constraint invoice_series_kind_check;
alter table invoice_series add constraint invoice_series_kind_check
  check (kind in ('invoice', 'selfBilled', 'creditNote', 'refund', 'interest', 'deposit', 'depositReturn'));
alter table invoice drop constraint invoice_kind_check;
alter table invoice add constraint invoice_kind_check
  check (kind in ('invoice', 'selfBilled', 'creditNote', 'refund', 'interest', 'deposit', 'depositReturn'));
alter table invoice drop constraint invoice_event_check;
alter table invoice add constraint invoice_event_check
  check (event in ('settlement', 'rightsAllocated', 'creditsIssued', 'checkPassed', 'unitsFailed', 'paidLate', 'bidMade', 'depositEnded'));
alter table invoice drop constraint invoice_purpose_check;
alter table invoice add constraint invoice_purpose_check check (purpose in ('due', 'payable', 'maintenance', 'deposits'));

create function invoice_number_of(kind text, place integer) returns text immutable language sql as $$
  select case kind when 'invoice' then 'INV' when 'selfBilled' then 'SBI' when 'creditNote' then 'CRN' when 'refund' then 'RFN'
    when 'interest' then 'INT' when 'deposit' then 'DEP' else 'DRN' end || '-' || lpad(place::text, 6, '0')
$$;
alter table invoice drop constraint invoice_is_numbered;
alter table invoice add constraint invoice_is_numbered check (name = invoice_number_of(kind, place));
-- Requests for deposits are not counted up: their numbers would tell how many sealed bids there are. A number follows from the bid and
-- the round, and from how often it was asked for.
alter table invoice drop constraint invoice_has_no_gap;
alter table invoice add constraint invoice_has_no_gap
  check (preceding is not distinct from case when kind = 'deposit' then null else nullif(place - 1, 0) end);
create or replace function invoice_takes_its_number() returns trigger language plpgsql as $$
declare
  tries integer := 1;
begin
  if new.kind = 'deposit' then
    loop
      new.place := ('x' || left(md5(new.item_id || ' ' || new.round_id || ' ' || tries), 7))::bit(28)::integer % 999999 + 1;
      exit when not exists (select from invoice where issuer_id = new.issuer_id and kind = 'deposit' and place = new.place);
      tries := tries + 1;
    end loop;
    new.preceding := null;
  else
    insert into invoice_series as series (issuer_id, kind, last) values (new.issuer_id, new.kind, 1)
      on conflict (issuer_id, kind) do update set last = series.last + 1 returning last into new.place;
    new.preceding := nullif(new.place - 1, 0);
  end if;
  new.name := invoice_number_of(new.kind, new.place);
  new.id := coalesce(new.id, new.name);
  return new;
end
$$;

alter table invoice drop constraint invoice_is_corrected_by_credit;
alter table invoice add constraint invoice_is_corrected_by_credit check (
  (kind in ('creditNote', 'depositReturn')) = (credits_id is not null) and (kind = 'creditNote') = (is_reissued is not null));
-- A deposit can be paid back in parts, so only credit notes are unique.
alter table invoice drop constraint invoice_credits_id_key;
create unique index invoice_is_credited_once on invoice (credits_id) where kind <> 'depositReturn';
create index on invoice (credits_id) where kind = 'depositReturn';

-- True for a document that a credit note takes back, or that is a deposit whose repayment stands: nothing of it is to be paid any more.
create function is_ended(document text) returns boolean language sql stable as $$
  select exists (select from invoice as note where note.credits_id = document
    and not exists (select from invoice as later where later.credits_id = note.id))
$$;

-- A deposit has no VAT, because it is no consideration for a supply.
alter table invoice add constraint deposit_is_of_a_bid check ((purpose = 'deposits') = (event in ('bidMade', 'depositEnded'))
  and (kind in ('deposit', 'depositReturn')) <= (purpose = 'deposits') and (kind = 'deposit') <= (event = 'bidMade' and net > 0)
  and (kind = 'depositReturn') <= (event = 'depositEnded' and net < 0)
  and (purpose = 'deposits') <= (vat = 0 and item_kind = 'requirement' and kind in ('deposit', 'depositReturn', 'creditNote') and is_reissued is not true));

-- A bid has one deposit at a time in a round: the next one is asked for once the last has ended. Two jobs take turns.
create function deposit_is_asked_for_once() returns trigger language plpgsql as $$
begin
  perform from requirement where id = new.item_id for no key update;
  if exists (select from invoice as one where one.kind = 'deposit' and one.item_id = new.item_id and one.round_id = new.round_id
      and not is_ended(one.id)) then
    perform refuse('deposit_is_asked_for_once', 'A deposit is asked for this bid already');
  end if;
  return new;
end
$$;
create trigger deposit_is_asked_for_once before insert on invoice
  for each row when (new.kind = 'deposit') execute function deposit_is_asked_for_once();

-- A payment comes from a line of the bank, or from a deposit that is set off.
alter table payment alter column bank_line_id drop not null;
alter table payment add column deposit_id text references invoice;
alter table payment add constraint payment_has_one_source check (num_nonnulls(bank_line_id, deposit_id) = 1);
create index on payment (deposit_id) where deposit_id is not null;
alter table payment drop constraint payment_rule_check;
alter table payment add constraint payment_rule_check
  check (rule in ('reference', 'account', 'person', 'returned', 'takenBack', 'deposit'));
alter table payment add constraint payment_from_deposit_by_rule
  check (rule in ('returned', 'takenBack') or (rule = 'deposit') = (deposit_id is not null));

alter table money_account drop constraint money_account_purpose_check;
alter table money_account add constraint money_account_purpose_check check (purpose in
  ('due', 'payable', 'maintenance', 'deposits', 'operator', 'compliance', 'performance', 'refunds', 'interest', 'vat', 'bank', 'unallocated', 'suspense'));
alter table money_account drop constraint money_account_has_its_owner;
alter table money_account add constraint money_account_has_its_owner
  check ((purpose in ('due', 'payable', 'maintenance', 'deposits')) = (organisation_id is not null));

-- Pence of deposits that are received and neither set off nor paid back, by the documents that ask for them.
create function deposit_left(ids text[]) returns table (deposit_id text, amount bigint) language sql stable as $$
  select one.id, (coalesce((select sum(payment.amount) from payment where invoice_id = one.id), 0)
    - coalesce((select sum(payment.amount) from payment where payment.deposit_id = one.id), 0)
    + coalesce((select sum(net) from invoice as note where credits_id = one.id and kind = 'depositReturn' and not is_ended(note.id)), 0))::bigint
  from invoice as one where one.id = any(ids) and one.kind = 'deposit'
$$;

-- As before; deposits are paid like invoices, and pay invoices of their bid.
create or replace function payment_fits_its_invoice() returns trigger language plpgsql as $$
declare
  billed record;
  -- The deposit that pays, or that is paid.
  deposit record;
  paid bigint;
  before bigint;
  of_vat bigint := 0;
  side text;
begin
  select id, party_id, item_id, round_id into deposit from invoice where id = new.deposit_id and kind = 'deposit' for no key update;
  select id, kind, abs(net + vat) as total, vat, purpose, party_id, item_kind, item_id, round_id into billed
    from invoice where id = new.invoice_id for no key update;
  select coalesce(sum(amount), 0) into before from payment where invoice_id = new.invoice_id;
  paid := before + new.amount;
  if billed.kind in ('selfBilled', 'refund', 'depositReturn') then paid := -paid; before := -before; end if;
  if billed.kind = 'creditNote' or paid < 0 or paid > billed.total then
    perform refuse('payment_fits_its_invoice', 'The payment is more than what is open of the invoice');
  end if;
  if new.reverses_id is null and is_ended(new.invoice_id) then
    perform refuse('payment_fits_its_invoice', 'A credit note has taken the invoice back');
  end if;
  if new.bank_line_id is not null and not (select is_in_books from bank_line where id = new.bank_line_id) then
    perform refuse('payment_fits_its_invoice', 'The line of the bank is not in the books');
  end if;
  if new.reverses_id is not null and not exists (select from payment where id = new.reverses_id and invoice_id = new.invoice_id
      and amount = -new.amount and reverses_id is null and deposit_id is not distinct from new.deposit_id) then
    perform refuse('payment_fits_its_invoice', 'A reversal has the amount and the invoice of the payment that it reverses');
  end if;
  if new.deposit_id is not null and (deposit.item_id, deposit.round_id, 'invoice') is distinct from (billed.item_id, billed.round_id, billed.kind)
      or new.amount > (select left_over.amount from deposit_left(array[new.deposit_id]) as left_over) then
    perform refuse('payment_fits_its_invoice', 'A deposit can only pay invoices for its own bid, up to the amount left');
  end if;
  if billed.kind = 'deposit' and new.amount < 0 and -new.amount > (select left_over.amount from deposit_left(array[new.invoice_id]) as left_over) then
    perform refuse('payment_fits_its_invoice', 'You can only take back what is left of the deposit');
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
    from (values (1, case when new.deposit_id is null then 'unallocated' else 'deposits ' || deposit.party_id end, new.amount),
        (2, side, -(new.amount + of_vat)), (3, 'payable ' || billed.party_id, of_vat))
      as part (place, account_id, amount) where amount <> 0;
  return new;
end
$$;

-- What is paid back of a deposit is what is left of it; only one that was never paid is taken back by a credit note.
create function deposit_return_is_what_is_left() returns trigger language plpgsql as $$
begin
  perform from invoice where id = new.credits_id for no key update;
  if not exists (select from deposit_left(array[new.credits_id]) as left_over where left_over.amount = -new.net) then
    perform refuse('deposit_return_is_what_is_left', 'You can only pay back what is left of the deposit');
  end if;
  return new;
end
$$;
create trigger deposit_return_is_what_is_left before insert on invoice
  for each row when (new.kind = 'depositReturn') execute function deposit_return_is_what_is_left();
drop trigger credit_note_finds_no_payment on invoice;
create trigger credit_note_finds_no_payment before insert on invoice
  for each row when (new.kind = 'creditNote') execute function credit_note_finds_no_payment();

drop trigger credit_note_is_booked on invoice;
create trigger credit_note_is_booked after insert on invoice
  for each row when (new.kind = 'creditNote' and not new.is_reissued and new.event not in ('paidLate', 'bidMade', 'depositEnded')) execute function credit_note_is_booked();

create or replace view open_invoice_rule as
  select id as invoice_id, kind, due,
    abs(net + vat) - abs(coalesce((select sum(amount) from payment where invoice_id = invoice.id), 0))::bigint as open
  from invoice where kind <> 'creditNote' and not is_ended(id);
-- A document that pays a deposit back changes what is open of both, and so does a credit note that takes it back.
create or replace function open_invoice_is_kept() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'payment' then
    perform refresh_open_invoice(to_jsonb(new) ->> 'invoice_id');
  else
    perform refresh_open_invoice(new.id);
    if new.credits_id is not null then
      perform refresh_open_invoice(new.credits_id), refresh_open_invoice(credits_id) from invoice where id = new.credits_id;
    end if;
  end if;
  return null;
end
$$;

-- As before, and whoever uploaded the payment of a deposit does not approve that it is paid back.
create or replace function payment_run_is_approved_by_another() returns trigger language plpgsql as $$
declare
  again text;
begin
  select min(payment_order.invoice_id) into again
    from payment_order, payments_that_came_back(array[payment_order.invoice_id]) as back, payment, bank_line
    where run_id = new.id and left_out is null and payment.id = reversal_id and rule = 'returned'
      and bank_line.id = payment.bank_line_id and uploaded_by = new.approved_by;
  if again is not null then
    perform refuse('payment_run_is_approved_by_another',
      format('Who uploaded the statement by which the payment of %s came back does not approve that it is paid again', again));
  end if;
  select min(invoice.id) into again
    from payment_order join invoice on invoice.id = payment_order.invoice_id join payment on payment.invoice_id = credits_id
      join bank_line on bank_line.id = payment.bank_line_id
    where run_id = new.id and left_out is null and invoice.kind = 'depositReturn' and payment.amount > 0 and uploaded_by = new.approved_by;
  if again is not null then
    perform refuse('payment_run_is_approved_by_another',
      format('Who uploaded the statement with the payment of a deposit does not approve that it is paid back by %s', again));
  end if;
  return new;
end
$$;

create or replace function payment_order_fits_its_invoice() returns trigger language plpgsql as $$
declare
  billed record;
begin
  if not new.is_live then return new; end if;
  -- First the lock alone: payments change no invoice, so a statement that waits for the lock would sum what was paid before it.
  perform from invoice where id = new.invoice_id for no key update;
  select kind, abs(net + vat) + coalesce((select sum(amount) from payment where invoice_id = invoice.id), 0) as open,
    is_ended(id) as is_credited into billed from invoice where id = new.invoice_id;
  if billed.kind not in ('selfBilled', 'refund', 'depositReturn') or billed.is_credited or new.amount > billed.open then
    perform refuse('payment_order_fits_its_invoice', 'The payment is more than what is open of the invoice');
  end if;
  return new;
end
$$;

select committed('market'), committed('payment_terms', key => 'round_id'), committed('invoice'), committed('payment');

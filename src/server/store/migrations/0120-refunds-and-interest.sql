-- Refunds of failed units (decision 0229): a credit note to the buyer for the failed share of what was invoiced, which the bank pays
-- out. It has a series of its own, names the case, and posts its net amount and its VAT. And notes of interest on invoices that were
-- paid late (decision 0230), at most one for each invoice.

set local statement_timeout = 0;

alter table invoice_series drop constraint invoice_series_kind_check;
alter table invoice_series add constraint invoice_series_kind_check check (kind in ('invoice', 'selfBilled', 'creditNote', 'refund', 'interest'));
alter table invoice drop constraint invoice_kind_check;
alter table invoice add constraint invoice_kind_check check (kind in ('invoice', 'selfBilled', 'creditNote', 'refund', 'interest'));
alter table invoice drop constraint invoice_event_check;
alter table invoice add constraint invoice_event_check
  check (event in ('settlement', 'rightsAllocated', 'creditsIssued', 'checkPassed', 'unitsFailed', 'paidLate'));
alter table invoice drop constraint invoice_is_numbered;
alter table invoice add constraint invoice_is_numbered check (
  name = case kind when 'invoice' then 'INV' when 'selfBilled' then 'SBI' when 'creditNote' then 'CRN' when 'refund' then 'RFN' else 'INT' end || '-' || lpad(place::text, 6, '0'));
alter table invoice add column case_id text references "case";
-- The invoice that was paid late.
alter table invoice add column interest_on_id text unique references invoice;
alter table invoice add constraint invoice_is_interest_on_another check ((kind = 'interest') = (interest_on_id is not null)
  and (kind <> 'interest' or (purpose = 'due' and event = 'paidLate' and net > 0 and vat = 0)));
alter table invoice add constraint invoice_is_refunded_by_case check ((kind = 'refund') = (case_id is not null)
  and (kind = 'refund') = (event = 'unitsFailed') and (kind <> 'refund' or (item_kind = 'requirement' and purpose = 'due' and net < 0 and vat <= 0)));
create index on invoice (case_id);

create or replace function invoice_takes_its_number() returns trigger language plpgsql as $$
begin
  insert into invoice_series as series (issuer_id, kind, last) values (new.issuer_id, new.kind, 1)
    on conflict (issuer_id, kind) do update set last = series.last + 1 returning last into new.place;
  new.preceding := nullif(new.place - 1, 0);
  new.name := case new.kind when 'invoice' then 'INV' when 'selfBilled' then 'SBI' when 'creditNote' then 'CRN' when 'refund' then 'RFN' else 'INT' end
    || '-' || lpad(new.place::text, 6, '0');
  new.id := coalesce(new.id, new.name);
  return new;
end
$$;

-- What is refunded of a requirement is never more than its standing invoices, and none of these is taken back afterwards.
-- Refunds and credit notes of a requirement come one after the other.
create function refund_fits_its_invoices() returns trigger language plpgsql as $$
begin
  if new.item_kind = 'requirement' then perform from requirement where id = new.item_id for no key update; end if;
  if new.kind = 'creditNote' and exists (select from invoice where id = new.credits_id and kind = 'invoice')
      and exists (select from invoice where item_id = new.item_id and item_kind = 'requirement' and kind = 'refund') then
    perform refuse('refund_fits_its_invoices', 'Failed units of this requirement have been refunded, so its invoices stay');
  end if;
  if (select coalesce(sum(net), 0) from invoice where item_id = new.item_id and item_kind = 'requirement' and purpose = 'due' and event <> 'paidLate') < 0 then
    perform refuse('refund_fits_its_invoices', 'The refund is more than what was invoiced');
  end if;
  return null;
end
$$;
create constraint trigger refund_fits_its_invoices after insert on invoice deferrable initially immediate
  for each row when (new.kind in ('creditNote', 'refund')) execute function refund_fits_its_invoices();

alter table money_account drop constraint money_account_purpose_check;
alter table money_account add constraint money_account_purpose_check check (purpose in
  ('due', 'payable', 'maintenance', 'operator', 'compliance', 'performance', 'refunds', 'interest', 'vat', 'bank', 'unallocated', 'suspense'));
alter table money_entry drop constraint money_entry_kind_check;
alter table money_entry add constraint money_entry_kind_check check (kind in ('settlement', 'invoice', 'refund', 'interest', 'bank', 'payment'));

-- A credit note for a note of interest, which has the same event, takes back what the note posted.
create function refund_or_interest_is_booked() returns trigger language plpgsql as $$
declare
  entry_kind constant text := case new.event when 'unitsFailed' then 'refund' else 'interest' end;
  other constant text := case new.event when 'unitsFailed' then 'refunds' else 'interest' end;
  entry constant text := entry_kind || ' ' || new.id;
begin
  insert into money_account (id, purpose, organisation_id)
    values ('due ' || new.party_id, 'due', new.party_id), (other, other, null) on conflict do nothing;
  insert into money_entry (id, kind, round_id, at, postings) values (entry, entry_kind, new.round_id, new.issued_at, 2);
  insert into money_posting (entry_id, place, account_id, party_id, item_kind, item_id, amount) values
    (entry, 1, 'due ' || new.party_id, new.party_id, new.item_kind, new.item_id, new.net),
    (entry, 2, other, new.party_id, new.item_kind, new.item_id, -new.net);
  return null;
end
$$;
create trigger refund_or_interest_is_booked after insert on invoice
  for each row when (new.event in ('unitsFailed', 'paidLate')) execute function refund_or_interest_is_booked();

-- As before, and a refund is paid by money that leaves the account.
create or replace function payment_fits_its_invoice() returns trigger language plpgsql as $$
declare
  billed record;
  paid bigint;
  before bigint;
  of_vat bigint := 0;
  side text;
begin
  select kind, abs(net + vat) as total, vat, purpose, party_id, item_kind, item_id, round_id into billed
    from invoice where id = new.invoice_id for no key update;
  select coalesce(sum(amount), 0) into before from payment where invoice_id = new.invoice_id;
  paid := before + new.amount;
  if billed.kind in ('selfBilled', 'refund') then paid := -paid; before := -before; end if;
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

select committed('invoice');

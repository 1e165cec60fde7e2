-- Every entry of the books has an accounting date (decision 0251): of the bank for its lines, for payments and for bookings, the day of
-- issue for documents, and the day of the settlement. When an entry was written stays in `at`. Bank lines have the closing balance of
-- their statement (decision 0252).

set local statement_timeout = 0;

alter table money_entry add column accounting_date date;

-- The bank line or the document of each entry, and the date that follows from it.
create view accounting_date_rule as
  select entry.id, line.id as bank_line_id, invoice.id as invoice_id,
    coalesce(line.booked_on, (coalesce(invoice.issued_at, entry.at) at time zone 'Europe/London')::date) as accounting_date
  from money_entry as entry
    left join payment on entry.kind = 'payment' and payment.id = substr(entry.id, 9)
    left join account_booking on entry.kind = 'booking' and account_booking.id = substr(entry.id, 9)
    left join bank_line as line on line.id = case entry.kind when 'bank' then substr(entry.id, 6)
      when 'payment' then payment.bank_line_id when 'booking' then account_booking.bank_line_id end
    left join invoice on entry.kind in ('invoice', 'refund', 'credit', 'interest') and invoice.id = substr(entry.id, length(entry.kind) + 2);

-- Bookings had the date of the bank in place of their own instant. The log commits to all entries again below, once each.
alter table money_entry disable trigger money_is_final;
alter table money_entry disable trigger committed_on;
update money_entry set accounting_date = rule.accounting_date,
    at = coalesce((select booked_at from account_booking where kind = 'booking' and account_booking.id = substr(money_entry.id, 9)), at)
  from accounting_date_rule as rule where rule.id = money_entry.id;
alter table money_entry enable trigger committed_on;
alter table money_entry enable always trigger money_is_final;

alter table money_entry alter column accounting_date set not null;
create index on money_entry (accounting_date, at, id);
drop index money_entry_at_id_idx;

-- An entry that no bank line is behind has the day on which it was written.
create function money_entry_has_its_date() returns trigger language plpgsql as $$
begin
  new.accounting_date := (new.at at time zone 'Europe/London')::date;
  return new;
end
$$;
create trigger money_entry_has_its_date before insert on money_entry
  for each row when (new.accounting_date is null) execute function money_entry_has_its_date();

create or replace function bank_line_is_booked() returns trigger language plpgsql as $$
begin
  insert into money_account (id, purpose) values ('bank', 'bank'), ('unallocated', 'unallocated') on conflict do nothing;
  insert into money_entry (id, kind, at, accounting_date, postings) values ('bank ' || new.id, 'bank', new.uploaded_at, new.booked_on, 2);
  insert into money_posting (entry_id, place, account_id, amount) values
    ('bank ' || new.id, 1, 'bank', new.amount), ('bank ' || new.id, 2, 'unallocated', -new.amount);
  return null;
end
$$;

-- As before (0124), with the date of the bank; what a deposit pays has the day on which it is set off.
create or replace function payment_fits_its_invoice() returns trigger language plpgsql as $$
declare
  billed record;
  -- The deposit that pays, or that is paid.
  deposit record;
  line record;
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
  select is_in_books, booked_on into line from bank_line where id = new.bank_line_id;
  if not line.is_in_books then
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
  insert into money_entry (id, kind, round_id, at, accounting_date, postings)
    values ('payment ' || new.id, 'payment', billed.round_id, new.booked_at, line.booked_on,
      1 + (new.amount + of_vat <> 0)::integer + (of_vat <> 0)::integer);
  insert into money_posting (entry_id, place, account_id, party_id, item_kind, item_id, amount)
    select 'payment ' || new.id, row_number() over (order by place), account_id, billed.party_id, billed.item_kind, billed.item_id, amount
    from (values (1, case when new.deposit_id is null then 'unallocated' else 'deposits ' || deposit.party_id end, new.amount),
        (2, side, -(new.amount + of_vat)), (3, 'payable ' || billed.party_id, of_vat))
      as part (place, account_id, amount) where amount <> 0;
  return new;
end
$$;

-- As before (0127), with the date of the bank apart from the instant of the booking.
create or replace function account_booking_is_posted() returns trigger language plpgsql as $$
declare
  line record;
  held bigint;
begin
  perform from bank_line where id = new.bank_line_id for no key update;
  select amount, is_in_books, booked_on, uploaded_by into line from bank_line where id = new.bank_line_id;
  if not line.is_in_books then
    perform refuse('account_booking_fits_its_line', 'The line of the bank is not in the books');
  end if;
  if new.reverses_id is null and sign(new.amount) <> sign(line.amount) then
    perform refuse('account_booking_fits_its_line', 'A booking has the direction of its bank line');
  end if;
  if new.reverses_id is not null and not exists (select from account_booking where id = new.reverses_id and bank_line_id = new.bank_line_id
      and purpose = new.purpose and amount = -new.amount and reverses_id is null) then
    perform refuse('account_booking_fits_its_line', 'A reversal has the amount, the line and the account of the booking that it reverses');
  end if;
  if new.reverses_id is null and new.approved_by = line.uploaded_by then
    perform refuse('account_booking_is_approved_by_another', 'Who uploaded the statement does not approve the booking');
  end if;
  insert into money_account (id, purpose) values (new.purpose, new.purpose) on conflict do nothing;
  if new.amount < 0 and new.purpose in ('compliance', 'performance') then
    perform from money_account where id = new.purpose for no key update;
    select -coalesce(sum(amount), 0) into held from money_posting where account_id = new.purpose;
    if -new.amount > held then
      perform refuse('account_booking_fits_its_fund', 'The booking takes more than what is held for checks');
    end if;
  end if;
  insert into money_entry (id, kind, at, accounting_date, postings)
    values ('booking ' || new.id, 'booking', new.booked_at, line.booked_on, 2);
  insert into money_posting (entry_id, place, account_id, amount) values
    ('booking ' || new.id, 1, 'unallocated', new.amount), ('booking ' || new.id, 2, new.purpose, -new.amount);
  return new;
end
$$;

-- The balance of the account at the end of a day, as the statement with this line says; null where it says none.
alter table bank_line
  add column closing_balance bigint,
  add column closing_on date,
  add constraint bank_line_has_a_balance_of_a_day check ((closing_balance is null) = (closing_on is null));
create index on bank_line (closing_on) where closing_on is not null;

create or replace function bank_line_keeps_what_the_bank_said() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.id, old.account, old.bank_reference, old.booked_on, old.amount, old.currency, old.party_iban, old.end_to_end_id,
      old.is_return, old.is_in_books, old.closing_balance, old.closing_on, old.uploaded_by, old.uploaded_at, old.statement_id)
    is distinct from (new.id, new.account, new.bank_reference, new.booked_on, new.amount, new.currency, new.party_iban, new.end_to_end_id,
      new.is_return, new.is_in_books, new.closing_balance, new.closing_on, new.uploaded_by, new.uploaded_at, new.statement_id) then
    raise exception 'A line of a bank statement stays as it came: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

select committed('money_entry'), committed('bank_line');

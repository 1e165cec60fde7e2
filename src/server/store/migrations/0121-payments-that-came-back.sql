-- A payment that came back can be paid again, and the person who uploaded the statement that says so does not approve that (decision
-- 0235). And a merger changes the account to which an organisation is paid (decision 0236).

set local statement_timeout = 0;

-- The file of the statement that has the line; null for one from before this version.
alter table bank_line add column statement_id text references filed_document;
create index on bank_line (statement_id);
-- Who approved the file, or made it where no second person is required; null for one from before this version.
alter table payment_run add column approved_by text references "user";
-- When it was merged into another organisation; null for a merger from before this version.
alter table organisation add column merged_at timestamptz;

create or replace function bank_line_keeps_what_the_bank_said() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.id, old.account, old.bank_reference, old.booked_on, old.amount, old.currency, old.party_iban, old.end_to_end_id,
      old.is_return, old.is_in_books, old.uploaded_by, old.uploaded_at, old.statement_id)
    is distinct from (new.id, new.account, new.bank_reference, new.booked_on, new.amount, new.currency, new.party_iban, new.end_to_end_id,
      new.is_return, new.is_in_books, new.uploaded_by, new.uploaded_at, new.statement_id) then
    raise exception 'A line of a bank statement stays as it came: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create or replace function payment_run_keeps_its_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status <> 'Draft' and (new.status = 'Draft'
      or (old.name, old.created_by, old.created_at, old.approved_at, old.approved_by, old.account, old.payer_name, old.file_hash)
        is distinct from (new.name, new.created_by, new.created_at, new.approved_at, new.approved_by, new.account, new.payer_name, new.file_hash))
    or old.status = 'Cancelled' and new.status <> 'Cancelled' then
    raise exception 'A payment run stays as it was approved: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

-- Reversals of payments of these invoices, and of the invoices that a credit note took back and that these replace.
create function payments_that_came_back(ids text[]) returns table (invoice_id text, reversal_id text) language sql stable as $$
  with paid as (
    select id, id as paid_id from invoice where id = any(ids)
    union
    select one.id, earlier.id from invoice as one join invoice as earlier on earlier.item_id = one.item_id
        and earlier.item_kind = one.item_kind and earlier.kind = one.kind and earlier.purpose = one.purpose
        and earlier.event = one.event and earlier.year is not distinct from one.year
      where one.id = any(ids) and exists (select from invoice as credit where credit.credits_id = earlier.id)
  )
  select paid.id, payment.id from paid join payment on payment.invoice_id = paid_id where reverses_id is not null
$$;

create function payment_run_is_approved_by_another() returns trigger language plpgsql as $$
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
  return new;
end
$$;
create trigger payment_run_is_approved_by_another before update on payment_run
  for each row when (old.status = 'Draft' and new.status = 'Approved') execute function payment_run_is_approved_by_another();

select committed('bank_line'), committed('payment_run'), committed('organisation');

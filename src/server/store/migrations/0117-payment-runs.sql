-- Payments to suppliers in files for the bank, to which two people agree (decision 0225). An invoice is in one live run only.

set local statement_timeout = 0;

-- When the bank account was set; null for one from before this version.
alter table organisation add column iban_set_at timestamptz;

create function bank_account_has_its_instant() returns trigger language plpgsql as $$
begin
  if new.iban is not null and new.iban_set_at is not distinct from old.iban_set_at then
    perform refuse('bank_account_has_its_instant', 'A bank account that changes says when it was set');
  end if;
  return new;
end
$$;
create trigger bank_account_has_its_instant before update of iban on organisation
  for each row when (new.iban is distinct from old.iban) execute function bank_account_has_its_instant();

create table payment_run (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  name text not null,
  status text not null check (status in ('Draft', 'Approved', 'Cancelled')),
  created_by text not null references "user",
  created_at timestamptz not null,
  approved_at timestamptz,
  account text,
  payer_name text,
  file_hash text check (file_hash ~ '^[0-9a-f]{64}$'),
  reason text,
  constraint payment_run_has_its_file check (num_nonnulls(approved_at, account, payer_name, file_hash) in (0, 4)
    and (status <> 'Approved' or file_hash is not null) and (status <> 'Draft' or file_hash is null))
);
create index on payment_run (status, ordinal);

create table payment_order (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  run_id text not null references payment_run,
  invoice_id text not null references invoice,
  payee_id text not null references organisation,
  payee_name text not null,
  iban text not null check (iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$'),
  amount bigint not null check (amount > 0),
  end_to_end_id text not null unique check (end_to_end_id ~ '^[A-Z0-9]{1,35}$'),
  is_live boolean not null,
  left_out text check (left_out in ('nothingOpen', 'held', 'noAccount', 'accountChanged', 'accountNew', 'moreOpen')),
  bank_line_id text references bank_line,
  constraint payment_order_is_live_or_done check (not is_live or (left_out is null and bank_line_id is null)),
  constraint payment_order_is_of_one_invoice_once unique (run_id, invoice_id)
);
create unique index invoice_is_in_one_live_run on payment_order (invoice_id) where is_live;
create index on payment_order (invoice_id);
create index on payment_order (bank_line_id);

-- Once the file is made, a payment only says what has become of it.
create function payment_order_stays_as_approved() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'Payments of a run are never removed' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'INSERT' then
    if (select status from payment_run where id = new.run_id for key share) is distinct from 'Draft' then
      perform refuse('payment_order_stays_as_approved', 'Payments are added to a draft only');
    end if;
    return new;
  end if;
  if (old.id, old.run_id, old.invoice_id, old.payee_id, old.end_to_end_id)
      is distinct from (new.id, new.run_id, new.invoice_id, new.payee_id, new.end_to_end_id)
    or (select status from payment_run where id = old.run_id) <> 'Draft'
      and (old.payee_name, old.iban, old.amount, old.left_out) is distinct from (new.payee_name, new.iban, new.amount, new.left_out) then
    raise exception 'A payment stays as it was approved' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger payment_order_stays_as_approved before insert or update or delete on payment_order
  for each row execute function payment_order_stays_as_approved();
alter table payment_order enable always trigger payment_order_stays_as_approved;

create function payment_run_keeps_its_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status <> 'Draft' and (new.status = 'Draft'
      or (old.name, old.created_by, old.created_at, old.approved_at, old.account, old.payer_name, old.file_hash)
        is distinct from (new.name, new.created_by, new.created_at, new.approved_at, new.account, new.payer_name, new.file_hash))
    or old.status = 'Cancelled' and new.status <> 'Cancelled' then
    raise exception 'A payment run stays as it was approved: % is refused', lower(tg_op) using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger payment_run_keeps_its_file before update or delete on payment_run
  for each row execute function payment_run_keeps_its_file();
alter table payment_run enable always trigger payment_run_keeps_its_file;
create trigger payment_is_final before truncate on payment_run for each statement execute function payment_is_final();
alter table payment_run enable always trigger payment_is_final;
create trigger payment_is_final before truncate on payment_order for each statement execute function payment_is_final();
alter table payment_order enable always trigger payment_is_final;

-- A bank line that pays the invoice by the id or with the amount of the payment has executed it. If that booking is taken back,
-- the payment waits for its line again, unless the invoice is in another run by then.
create function payment_order_is_executed() returns trigger language plpgsql as $$
begin
  if new.reverses_id is null then
    update payment_order set is_live = false, bank_line_id = new.bank_line_id, version = version + 1
      where invoice_id = new.invoice_id and is_live
        and exists (select from payment_run where id = run_id and status = 'Approved')
        and (amount = -new.amount or end_to_end_id = (select bank_line.end_to_end_id from bank_line where id = new.bank_line_id));
  elsif new.rule = 'takenBack' then
    update payment_order as one set is_live = exists (select from payment_run where id = one.run_id and status = 'Approved')
        and not exists (select from payment_order as other where other.invoice_id = one.invoice_id and other.is_live),
      bank_line_id = null, version = version + 1
      where invoice_id = new.invoice_id and bank_line_id = (select bank_line_id from payment where id = new.reverses_id);
  end if;
  return null;
end
$$;
create trigger payment_order_is_executed after insert on payment for each row execute function payment_order_is_executed();

-- What the bank may be about to pay has no credit note. Both lock the invoice.
create function credit_note_finds_no_live_run() returns trigger language plpgsql as $$
begin
  perform from invoice where id = new.credits_id for no key update;
  if exists (select from payment_order where invoice_id = new.credits_id and is_live) then
    perform refuse('credit_note_finds_no_live_run', 'The invoice is in a payment run. Cancel the run first');
  end if;
  return new;
end
$$;
create trigger credit_note_finds_no_live_run before insert on invoice
  for each row when (new.credits_id is not null) execute function credit_note_finds_no_live_run();

create function payment_order_fits_its_invoice() returns trigger language plpgsql as $$
declare
  billed record;
begin
  if not new.is_live then return new; end if;
  -- First the lock alone: payments change no invoice, so a statement that waits for the lock would sum what was paid before it.
  perform from invoice where id = new.invoice_id for no key update;
  select kind, abs(net + vat) + coalesce((select sum(amount) from payment where invoice_id = invoice.id), 0) as open,
    exists (select from invoice as credit where credit.credits_id = invoice.id) as is_credited
    into billed from invoice where id = new.invoice_id;
  if billed.kind not in ('selfBilled', 'refund') or billed.is_credited or new.amount > billed.open then
    perform refuse('payment_order_fits_its_invoice', 'The payment is more than what is open of the invoice');
  end if;
  return new;
end
$$;
create trigger payment_order_fits_its_invoice before insert or update of amount on payment_order
  for each row execute function payment_order_fits_its_invoice();

select marked('payment_run'), marked('payment_order');
select committed('payment_run'), committed('payment_order'), committed('organisation');

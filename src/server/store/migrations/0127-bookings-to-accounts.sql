-- Bookings of bank lines to accounts (decision 0249): VAT, payments for checks, charges and interest of the bank, and transfers between
-- accounts of the market operator. A line, its payments and its bookings add up; bookings are never changed, only reversed.

set local statement_timeout = 0;

create table account_booking (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  bank_line_id text not null references bank_line,
  purpose text not null check (purpose in ('vat', 'compliance', 'performance', 'bankCharges', 'bankInterest', 'transfers')),
  -- Pence, with the sign of money on the account of the bank.
  amount bigint not null check (amount <> 0),
  note text not null,
  reverses_id text unique references account_booking,
  booked_by text not null references "user",
  approved_by text references "user",
  booked_at timestamptz not null,
  constraint account_booking_of_interest_comes_in check (purpose <> 'bankInterest' or reverses_id is not null or amount > 0)
);
create index on account_booking (bank_line_id);

alter table money_account drop constraint money_account_purpose_check;
alter table money_account add constraint money_account_purpose_check check (purpose in
  ('due', 'payable', 'maintenance', 'deposits', 'operator', 'compliance', 'performance', 'refunds', 'interest', 'vat', 'bankCharges', 'bankInterest',
    'bank', 'transfers', 'unallocated', 'suspense'));
alter table money_entry drop constraint money_entry_kind_check;
alter table money_entry add constraint money_entry_kind_check
  check (kind in ('settlement', 'invoice', 'refund', 'credit', 'interest', 'bank', 'payment', 'booking'));
alter table money_entry drop constraint money_entry_has_its_round;
alter table money_entry add constraint money_entry_has_its_round check ((kind in ('bank', 'booking')) = (round_id is null));

create trigger payment_is_final before delete or truncate on account_booking for each statement execute function payment_is_final();
-- Only a name in the note changes, when a person is blanked.
create trigger account_booking_is_final before update on account_booking for each row
  when (to_jsonb(old) - 'note' - 'version' is distinct from to_jsonb(new) - 'note' - 'version') execute function payment_is_final();
alter table account_booking enable always trigger account_booking_is_final;
alter table account_booking enable always trigger payment_is_final;

-- The line is locked while a booking of it is written, and the account of a fund while money is taken from it, so that two bookings can
-- never take the same money. The entry has the date of the bank, also when a booking is reversed: a wrong one leaves no trace in a period.
create function account_booking_is_posted() returns trigger language plpgsql as $$
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
  insert into money_entry (id, kind, at, postings)
    values ('booking ' || new.id, 'booking', line.booked_on::timestamp at time zone 'Europe/London', 2);
  insert into money_posting (entry_id, place, account_id, amount) values
    ('booking ' || new.id, 1, 'unallocated', new.amount), ('booking ' || new.id, 2, new.purpose, -new.amount);
  return new;
end
$$;
create trigger account_booking_is_posted before insert on account_booking
  for each row execute function account_booking_is_posted();

create or replace function bank_line_adds_up() returns trigger language plpgsql as $$
declare
  line_id constant text := case tg_table_name when 'bank_line' then new.id else to_jsonb(new) ->> 'bank_line_id' end;
begin
  if (select rest <> amount - coalesce((select sum(amount) from payment where bank_line_id = bank_line.id), 0)
      - coalesce((select sum(amount) from account_booking where bank_line_id = bank_line.id), 0) from bank_line where id = line_id) then
    perform refuse('bank_line_adds_up', format('What is booked of the bank line %s does not add up', line_id));
  end if;
  return null;
end
$$;
create constraint trigger bank_line_adds_up after insert on account_booking deferrable initially deferred
  for each row execute function bank_line_adds_up();

select committed('account_booking');

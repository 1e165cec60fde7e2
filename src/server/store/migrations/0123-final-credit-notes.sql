-- A credit note whose amount is not invoiced again takes it off the account of its party for good (decision 0238). Its net amount is
-- posted like its VAT; the other side is the account of refunds. Credit notes for interest are posted already.

set local statement_timeout = 0;

alter table money_entry drop constraint money_entry_kind_check;
alter table money_entry add constraint money_entry_kind_check
  check (kind in ('settlement', 'invoice', 'refund', 'credit', 'interest', 'bank', 'payment'));

create function book_credit_note(note text, day timestamptz) returns void language plpgsql as $$
declare
  its record;
  side text;
  -- Off what a buyer owes, which is a debit, or off what a supplier is owed.
  taken_off bigint;
begin
  select purpose, party_id, round_id, item_kind, item_id, net into its from invoice where id = note;
  side := its.purpose || ' ' || its.party_id;
  taken_off := case its.purpose when 'due' then its.net else -its.net end;
  if taken_off = 0 then return; end if;
  insert into money_account (id, purpose, organisation_id)
    values (side, its.purpose, its.party_id), ('refunds', 'refunds', null) on conflict do nothing;
  insert into money_entry (id, kind, round_id, at, postings) values ('credit ' || note, 'credit', its.round_id, day, 2);
  insert into money_posting (entry_id, place, account_id, party_id, item_kind, item_id, amount) values
    ('credit ' || note, 1, side, its.party_id, its.item_kind, its.item_id, taken_off),
    ('credit ' || note, 2, 'refunds', its.party_id, its.item_kind, its.item_id, -taken_off);
end
$$;

create function credit_note_is_booked() returns trigger language plpgsql as $$
begin
  perform book_credit_note(new.id, new.issued_at);
  return null;
end
$$;
create trigger credit_note_is_booked after insert on invoice
  for each row when (new.kind = 'creditNote' and not new.is_reissued and new.event <> 'paidLate') execute function credit_note_is_booked();

-- Earlier ones are entered today: a statement of a period that has ended does not change.
select book_credit_note(id, now()) from invoice
where kind = 'creditNote' and not is_reissued and event <> 'paidLate' order by ordinal;
set constraints money_entry_adds_up immediate;

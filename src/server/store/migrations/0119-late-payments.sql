-- Late payments (decision 0227): a market has days after which reminders and the notice of an unpaid invoice are sent and a case is
-- opened, and each of its rounds the days that the market had when registration opened. What was sent is stored and never changed.

set local statement_timeout = 0;

create function are_late_payment_terms(terms jsonb) returns boolean immutable language sql as $$
  select jsonb_typeof(terms) = 'object' and coalesce(
    (terms ->> 'reminder')::integer >= 1
      and (terms ->> 'reminder')::integer < (terms ->> 'secondReminder')::integer
      and (terms ->> 'secondReminder')::integer < (terms ->> 'finalNotice')::integer
      and (terms ->> 'finalNotice')::integer + 7 <= (terms ->> 'lapse')::integer
      and (terms ->> 'lapse')::integer <= 365, false)
$$;

alter table market add column late_payment jsonb not null default '{"reminder":7,"secondReminder":21,"finalNotice":35,"lapse":49}'
  constraint market_late_payment_is_in_order check (are_late_payment_terms(late_payment));
alter table payment_terms add column late_payment jsonb not null default '{"reminder":7,"secondReminder":21,"finalNotice":35,"lapse":49}'
  constraint late_payment_terms_are_in_order check (are_late_payment_terms(late_payment));

create or replace function round_has_payment_terms() returns trigger language plpgsql as $$
begin
  insert into payment_terms (round_id, schedule, late_payment)
  select new.id, payment_schedule, late_payment from market where id = new.market_id
  on conflict do nothing;
  return null;
end
$$;

create table payment_reminder (
  id text primary key,
  version integer not null default 1,
  ordinal bigint generated always as identity,
  invoice_id text not null references invoice,
  step text not null check (step in ('reminder', 'secondReminder', 'finalNotice', 'lapse')),
  at timestamptz not null,
  -- The case that the last step opened, or that was open already.
  case_id text references "case",
  constraint payment_reminder_is_sent_once unique (invoice_id, step),
  constraint payment_reminder_names_its_case check ((step = 'lapse') = (case_id is not null))
);

create function payment_reminder_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'A reminder of a payment that was sent stays as it is: % is refused', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;
create trigger payment_reminder_is_final before update or delete or truncate on payment_reminder
  for each statement execute function payment_reminder_is_final();
alter table payment_reminder enable always trigger payment_reminder_is_final;

select marked('payment_reminder');
select committed('market'), committed('payment_terms', key => 'round_id'), committed('payment_reminder');

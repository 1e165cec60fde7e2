-- Who sells to whom, and value added tax (decision 0217): the market operator sells as agent of the suppliers or in its own right,
-- which is settled before the first round opens; organisations have a VAT status from a day, and suppliers agree to self-billing.

set local statement_timeout = 0;

alter table market
  add column sells_as text not null default 'agent' check (sells_as in ('agent', 'principal')),
  add column units_vat text not null default 'standard' check (units_vat in ('standard', 'zero', 'exempt', 'outsideScope'));

create function market_seller_is_fixed() returns trigger language plpgsql as $$
begin
  if exists (select from round where market_id = new.id and status <> 'Draft') then
    perform refuse('market_seller_is_fixed', 'Who sells is fixed once the first round of a market has opened');
  end if;
  return new;
end
$$;
create trigger market_seller_is_fixed before update of sells_as on market
  for each row when (old.sells_as is distinct from new.sells_as) execute function market_seller_is_fixed();

-- Registrations by their first day, each with the VAT number from then on, or null where there is none.
create function are_vat_registrations(registrations jsonb) returns boolean immutable language sql as $$
  select jsonb_typeof(registrations) = 'array' and coalesce(
    (select bool_and((one ->> 'from') ~ '^\d{4}-\d{2}-\d{2}$' and (one ->> 'number' is null or one ->> 'number' ~ '^GB(\d{9}|\d{12})$'))
        and array_agg(one ->> 'from' order by nth) = array_agg(distinct one ->> 'from')
      from jsonb_array_elements(registrations) with ordinality as all_of (one, nth)), true)
$$;
alter table organisation
  add column vat_registrations jsonb not null default '[]'
    constraint organisation_vat_registrations_are_in_order check (are_vat_registrations(vat_registrations)),
  add column self_billing_since date;

select committed('market'), committed('organisation');

-- What is open of invoices and what is held for maintenance, kept with every change, so that no page adds up all invoices or all checks
-- (decision 0237). Both follow from other rows; counts of them are kept like all counts (0069).

set local statement_timeout = 0;

create table open_invoice (
  invoice_id text primary key references invoice,
  kind text not null,
  due date not null,
  -- Pence that are not paid.
  open bigint not null check (open > 0)
);
create index on open_invoice (kind, due);

-- Invoices with what is open of each, worked out from payments and credit notes.
create view open_invoice_rule as
  select id as invoice_id, kind, due,
    abs(net + vat) - abs(coalesce((select sum(amount) from payment where invoice_id = invoice.id), 0))::bigint as open
  from invoice
  where kind <> 'creditNote' and not exists (select from invoice as credit where credit.credits_id = invoice.id);

create function refresh_open_invoice(changed text) returns void language plpgsql as $$
begin
  delete from open_invoice where invoice_id = changed
    and not exists (select from open_invoice_rule as rule where rule.invoice_id = changed and rule.open > 0);
  insert into open_invoice select * from open_invoice_rule where invoice_id = changed and open > 0
    on conflict (invoice_id) do update set open = excluded.open where open_invoice.open <> excluded.open;
end
$$;

-- Payments and credit notes have locked their invoice by now.
create function open_invoice_is_kept() returns trigger language plpgsql as $$
begin
  perform refresh_open_invoice(case tg_table_name when 'payment' then to_jsonb(new) ->> 'invoice_id'
    else coalesce(to_jsonb(new) ->> 'credits_id', new.id) end);
  return null;
end
$$;
create trigger open_invoice_is_kept after insert on invoice for each row execute function open_invoice_is_kept();
create trigger open_invoice_is_kept after insert on payment for each row execute function open_invoice_is_kept();

-- Money held for the maintenance of projects that no passed check has made due.
create table held_maintenance (
  project_id text not null references project,
  -- Year of the check; 0 while no check is scheduled.
  year integer not null,
  -- Day of that check; null while no check is scheduled.
  due date,
  amount bigint not null check (amount > 0),
  primary key (project_id, year)
);

-- The money of a settlement in equal parts, one for each scheduled check of compliance; the last has the pence that remain.
create function held_maintenance_of(ids text[]) returns table (project_id text, year integer, due date, amount bigint)
    language sql stable as $$
  with held as (
    select item_id, -sum(amount)::bigint as amount
    from money_posting join money_account on money_account.id = account_id join money_entry on money_entry.id = entry_id
    where item_id = any(ids) and item_kind = 'project' and purpose = 'maintenance' and kind = 'settlement' group by item_id
  ), planned as (
    select one.project_id, one.year, one.due, row_number() over parts as place, count(*) over (partition by one.project_id) as parts,
      case when one.is_compliant then one.done_on
        else (select min(later.date) from compliance_check as later where later.project_id = one.project_id
          and later.is_compliant and later.date >= one.done_on) end is not null as is_passed
    from scheduled_check as one where kind = 'compliance' and one.project_id = any(select item_id from held)
    window parts as (partition by one.project_id order by one.year)
  )
  select item_id, coalesce(planned.year, 0), planned.due,
    case when parts is null then held.amount else held.amount / parts + (place = parts)::integer * (held.amount % parts) end as part
  from held left join planned on planned.project_id = item_id
  where not coalesce(is_passed, false) and held.amount > 0 and (parts is null or held.amount / parts + (place = parts)::integer * (held.amount % parts) > 0)
$$;

create function refresh_held_maintenance(ids text[]) returns void language plpgsql as $$
begin
  -- Two that refresh the same project take turns.
  perform from project where id = any(ids) order by id for no key update;
  delete from held_maintenance where project_id = any(ids);
  insert into held_maintenance select * from held_maintenance_of(ids);
end
$$;

create function settlement_is_held() returns trigger language plpgsql as $$
declare
  ids constant text[] := array(select distinct item_id from changed where item_kind = 'project' and account_id like 'maintenance %');
begin
  if ids <> '{}' then perform refresh_held_maintenance(ids); end if;
  return null;
end
$$;
create trigger settlement_is_held after insert on money_posting referencing new table as changed
  for each statement execute function settlement_is_held();

-- A check, or the verification from which the days of checks count.
create function check_releases_held() returns trigger language plpgsql as $$
begin
  perform refresh_held_maintenance(array[case tg_op when 'DELETE' then old.project_id else new.project_id end]);
  return null;
end
$$;
create trigger check_releases_held after insert or update or delete on compliance_check
  for each row execute function check_releases_held();
create trigger check_releases_held after insert or update or delete on verification
  for each row execute function check_releases_held();

-- How long a project is maintained, and when it is checked.
create function project_changes_held() returns trigger language plpgsql as $$
begin
  perform refresh_held_maintenance(array[new.id]);
  return null;
end
$$;
create trigger project_changes_held after update of type_id, is_fixed_term, mitigation_durations on project
  for each row when ((old.type_id, old.is_fixed_term, old.mitigation_durations)
    is distinct from (new.type_id, new.is_fixed_term, new.mitigation_durations)) execute function project_changes_held();

create function project_type_changes_held() returns trigger language plpgsql as $$
begin
  perform refresh_held_maintenance(array(select distinct item_id from money_posting join project on project.id = item_id
    where item_kind = 'project' and account_id like 'maintenance %' and type_id = new.id));
  return null;
end
$$;
create trigger project_type_changes_held after update of check_years on project_type
  for each row when (old.check_years is distinct from new.check_years) execute function project_type_changes_held();

insert into open_invoice select * from open_invoice_rule where open > 0;
insert into held_maintenance select * from held_maintenance_of(array(select distinct item_id from money_posting
  where item_kind = 'project' and account_id like 'maintenance %'));

select marked('open_invoice'), marked('held_maintenance');

-- Invoices and pence by kind and due day; parts and pence by year.
select counted('open_invoice', 'open_invoice', $$ '', kind, null::text, null::text[], null::boolean, null::boolean, due, null::date,
  1, 0, open from ROWS $$);
select counted('held_maintenance', 'held_maintenance', $$ '', 'Held', null::text, null::text[], null::boolean, null::boolean,
  date_trunc('year', due)::date, null::date, 1, 0, amount from ROWS $$);
create or replace view count_fault as
  select kind, round_id, status, type, credit_types, is_reserved, is_sold, start_day, end_day, sum(number)::bigint as number,
    sum(priced)::bigint as priced, sum(units)::bigint as units
  from (
    select * from project_recount union all select * from requirement_recount
    union all select * from participation_recount union all select * from agent_authority_recount
    union all select * from credit_recount union all select * from credit_period_recount
    union all select * from open_invoice_recount union all select * from held_maintenance_recount
    union all select kind, round_id, status, type, credit_types, is_reserved, is_sold, start_day, end_day, -number, -priced,
      -units from kept_count) as told
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  having sum(number) <> 0 or sum(priced) <> 0 or sum(units) <> 0;

select rebuild_counts();

-- Rights that have not been issued can lapse because of a case: their units are unsold again, and the books name the case. All
-- units of a project fail when its supplier does not sign (decision 0200).

alter table credit
  add column return_case_id text references "case",
  add column lapsed_requirement_id text references requirement,
  -- Rights lapse by a case, and no one holds what has lapsed.
  add constraint credit_lapses_by_a_case check (lapsed_requirement_id is null or return_case_id is not null and requirement_id is null);
create index on credit (lapsed_requirement_id) where lapsed_requirement_id is not null;
alter table credit_ledger add column case_id text;

-- A project that ends because its supplier did not sign keeps the credits into which its settlement divided it.
create function is_unsigned(s service) returns boolean stable language sql as $$
  select exists (select from project join "case" one on one.project_id = project.id
      where project.id = s.project_id and project.status = 'Unmatched' and one.type = 'WillNotSign' and one.confirmed_at is not null)
    and exists (select from credit where service_id = s.id and not is_whole(status))
$$;
create or replace function credit_follows_service() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from credit where id = old.id and is_whole(status);
    return old;
  end if;
  if not is_unsigned(new) then perform follow_service(new); end if;
  return new;
end
$$;
create or replace function credit_follows_project() returns trigger language plpgsql as $$
begin
  perform follow_service(service) from service where project_id = new.id and not is_unsigned(service);
  return new;
end
$$;

-- Open cases that let the rights of a requirement lapse: its buyer does not go on, or units that it holds have failed.
create function rights_may_lapse_by(wanted text, holder text) returns boolean stable language sql as $$
  select exists (select from "case" one where one.id = wanted and one.confirmed_at is not null and one.ended_at is null
    and (one.type = 'BuyerDefault' and one.requirement_id = holder
      or exists (select from unit_failure failed join credit on credit.id = failed.credit_id
        where failed.case_id = one.id and failed.ended_at is null and (credit.requirement_id = holder
          or credit.lapsed_requirement_id = holder and credit.return_case_id = one.id))))
$$;

create or replace function write_entry(c credit, from_status text, to_status text) returns void language sql as $$
  insert into credit_ledger (at, credit_id, service_id, requirement_id, is_reserved, from_status, to_status, units, serials, case_id)
  values (coalesce(nullif(current_setting('market.now', true), '')::timestamptz, now()), c.id, c.service_id,
    c.requirement_id, c.is_reserved, from_status, to_status, c.units,
    array(select serial from credit_block where credit_id = c.id order by start_day, first_unit),
    case when from_status in ('RightsCreated', 'RightsAllocated') and to_status = 'Unused' then c.return_case_id end)
$$;

-- A credit goes forward only, by the market rules, and from settlement on nothing but its status changes; rights that lapse are
-- the one way back, and belong to no one afterwards.
create or replace function credit_moves_forward() returns trigger language plpgsql as $$
declare
  fixed constant text[] := '{status,version}';
begin
  if tg_op = 'DELETE' then
    if not is_whole(old.status) then perform refuse('credit_is_kept', 'A credit is not taken away'); end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    if (is_whole(new.status) and new.id = new.service_id and pg_trigger_depth() > 1)
      or new.status in ('RightsCreated', 'Unused') and new.return_case_id is null then return new; end if;
    perform refuse('credit_begins', 'A credit begins with its service or with a settlement');
  end if;
  if is_whole(old.status) and is_whole(new.status) and pg_trigger_depth() > 1 then return new; end if;
  if old.status in ('RightsCreated', 'RightsAllocated') and old.requirement_id is not null and new.status = 'Unused' then
    if new.requirement_id is not null or new.lapsed_requirement_id is distinct from old.requirement_id
      or not rights_may_lapse_by(new.return_case_id, old.requirement_id)
      or to_jsonb(old) - fixed - '{requirement_id,lapsed_requirement_id,return_case_id}'::text[]
        <> to_jsonb(new) - fixed - '{requirement_id,lapsed_requirement_id,return_case_id}'::text[] then
      perform refuse('credit_moves_forward', 'Rights lapse only by a confirmed case about them');
    end if;
    return new;
  end if;
  if to_jsonb(old) - fixed <> to_jsonb(new) - fixed then
    perform refuse('credit_is_fixed', 'Nothing but the status of a credit changes');
  end if;
  if old.status <> new.status and (old.status, new.status, new.requirement_id is not null) not in (
    ('RightsCreated', 'RightsAllocated', true), ('RightsAllocated', 'Issued', true), ('Issued', 'Redeemed', true),
    ('Redeemed', 'Retired', true), ('RightsCreated', 'Issued', false), ('Unused', 'Issued', false),
    ('Issued', 'Retired', false)) then
    perform refuse('credit_moves_forward', format('A credit does not go from %s to %s', old.status, new.status));
  end if;
  return new;
end
$$;

-- A requirement whose rights have lapsed is free: it does not go on as if it held them.
create function lapsed_rights_are_free() returns trigger language plpgsql as $$
begin
  if exists (select from requirement where id = new.lapsed_requirement_id and status <> 'Unmatched') then
    perform refuse('lapsed_rights_are_free', 'A requirement whose rights lapse is free for another round');
  end if;
  return null;
end
$$;
create constraint trigger lapsed_rights_are_free after update on credit deferrable initially deferred
  for each row when (old.lapsed_requirement_id is distinct from new.lapsed_requirement_id)
  execute function lapsed_rights_are_free();

-- A confirmed delivery failure, and a confirmed supplier who does not sign, say from when and which units.
create or replace function case_fails_units() returns trigger language plpgsql as $$
declare
  named constant text := case when tg_table_name = 'case' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'case_id' end;
begin
  if exists (select from "case" one where one.id = named
      and (one.type in ('DeliveryFailure', 'WillNotSign') and one.confirmed_at is not null)
        <> (one.failed_since is not null and exists (select from unit_failure where case_id = one.id))) then
    perform refuse('case_fails_units', 'A confirmed delivery failure, or supplier who does not sign, fails units, and nothing else does');
  end if;
  return null;
end
$$;

select committed('credit');
select committed('credit_ledger', key => 'seq::text');

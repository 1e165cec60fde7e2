-- Credits that were issued in error go back to what they were before: the second way back in the ledger (decision 0200).

-- Says whether a case lets an issued credit go back: it is confirmed and open, about an error in issuing credits of its project, or
-- of a project whose credits the same requirement holds.
create function credit_may_be_recalled(wanted text, c credit) returns boolean stable language sql as $$
  select exists (select from "case" one where one.id = wanted and one.type = 'IssuedInError'
    and one.confirmed_at is not null and one.ended_at is null
    and (one.project_id = c.project_id
      or exists (select from credit other where other.project_id = one.project_id and other.requirement_id = c.requirement_id)))
$$;

create function goes_back(from_status text, to_status text) returns boolean immutable language sql as $$
  select (from_status in ('RightsCreated', 'RightsAllocated') and to_status = 'Unused')
    or (from_status = 'Issued' and to_status in ('RightsAllocated', 'RightsCreated', 'Unused'))
$$;

create or replace function write_entry(c credit, from_status text, to_status text) returns void language sql as $$
  insert into credit_ledger (at, credit_id, service_id, requirement_id, is_reserved, from_status, to_status, units, serials, case_id)
  values (coalesce(nullif(current_setting('market.now', true), '')::timestamptz, now()), c.id, c.service_id,
    c.requirement_id, c.is_reserved, from_status, to_status, c.units,
    array(select serial from credit_block where credit_id = c.id order by start_day, first_unit),
    case when goes_back(from_status, to_status) then c.return_case_id end)
$$;

-- A credit goes forward only, by the market rules, except by a case: rights lapse, and credits issued in error are recalled.
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
  if old.status = 'Issued' and goes_back(old.status, new.status) then
    if new.status <> (case when old.requirement_id is not null then 'RightsAllocated'
        when old.is_reserved then 'RightsCreated' else 'Unused' end)
      or not credit_may_be_recalled(new.return_case_id, old)
      or to_jsonb(old) - fixed - '{return_case_id}'::text[] <> to_jsonb(new) - fixed - '{return_case_id}'::text[] then
      perform refuse('credit_moves_forward', 'Credits are recalled only by a confirmed case about their issue');
    end if;
    if exists (select from unit_replacement where credit_id = old.id and ended_at is null) then
      perform refuse('credit_replaces_others', 'Credits that replace failed ones are not recalled');
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

-- Units that replace others are issued, and those that they replace are held by someone.
create or replace function unit_replacement_is_of_blocks() returns trigger language plpgsql as $$
declare
  block credit_block;
  failure unit_failure;
begin
  if tg_op = 'DELETE' then perform refuse('unit_replacement_is_kept', 'A replacement of units is not taken away'); end if;
  if tg_op = 'UPDATE' then
    if to_jsonb(old) - '{version,ended_at}'::text[] <> to_jsonb(new) - '{version,ended_at}'::text[]
      or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
      perform refuse('unit_replacement_is_kept', 'A replacement of units does not change');
    end if;
    return new;
  end if;
  -- A failure of the same credit that is recorded at the same time waits until here, or is seen at the end.
  perform from credit where id = new.credit_id for no key update;
  select * into block from credit_block where credit_id = new.credit_id and first_unit <= new.first_unit
    and last_unit >= new.last_unit and daterange(new.start_day, new.end_day) <@ daterange(start_day, end_day);
  if not found then
    perform refuse('unit_replacement_is_of_a_block', 'Units that replace others belong to one block of their credit');
  end if;
  select * into failure from unit_failure where id = new.failure_id and first_unit <= new.failed_first
    and last_unit >= new.failed_last and daterange(new.start_day, new.end_day) <@ daterange(start_day, end_day);
  if not found then
    perform refuse('unit_replacement_is_of_a_failure', 'Only units that have failed are replaced');
  end if;
  -- Rights that lapse, and credits that are recalled, at the same time wait until here, or are seen here.
  perform from credit where id = failure.credit_id for share;
  if not exists (select from credit replacing join round its on its.id = replacing.round_id, credit failed
      join round other on other.id = failed.round_id
      where replacing.id = new.credit_id and failed.id = failure.credit_id
        and replacing.requirement_id is null and replacing.status in ('Issued', 'Retired') and failed.requirement_id is not null
        and replacing.type = failed.type and its.market_id = other.market_id) then
    perform refuse('unit_replacement_is_free', 'Only units that no one holds replace others of their type and market');
  end if;
  new.failed_service := failure.service_number;
  new.service_number := block.service_number;
  new.serial := left(block.serial, 1) || block.service_number || '-' || to_char(block.start_day, 'YYYYMMDD')
    || '-' || new.first_unit || '-' || new.last_unit;
  return new;
end
$$;

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { readOnSnapshot } from './one-moment.ts'
import { iterateResultPages } from './pages.ts'
import type { Database } from './tables/tables.ts'

type Question = RawBuilder<{ what: string }>

/** Queries that must never find a row in the registry, one for each rule (market invariants 1 to 4). */
const QUESTIONS: Record<string, Question> = {
  'On some day the credits of a certified service differ from its certified units': sql`
    select service.id || ' on ' || day as what
    from service,
      lateral (select start_day as day from credit_block where service_number = service.ordinal
        union select mitigation_begins) as days,
      lateral (select coalesce(sum(last_unit - first_unit + 1), 0) as units from credit_block
        where service_number = service.ordinal and start_day <= day and (end_day is null or end_day > day)) as held,
      lateral (select biodiversity_supply = 'asGained' as as_gained from round join project on project.round_id = round.id
        where project.id = service.project_id) as setting
    where service.status = 'Certified' and held.units <> case service.type
      when 'Biodiversity' then greatest(0, coalesce((select sum(gain) from unnest(gains_per_year) with ordinality as gains (gain, nth)
        where not as_gained or day >= mitigation_begins + make_interval(years => nth::int - 1)
          + case when to_char(mitigation_begins, 'MMDD') = '0229' and to_char(mitigation_begins
            + make_interval(years => nth::int - 1), 'MMDD') = '0228' then interval '1 day' else interval '0' end), 0)
        - coalesce(baseline_units_lost, 0))
      else service.units end`,
  'A service that is not certified has units': sql`
    select serial as what from credit_block join service on service.ordinal = service_number
    where service.status <> 'Certified'`,
  'Credits came from nowhere: the units that were issued differ from those now issued, redeemed or retired': sql`
    select credit_id as what
    from (select credit_id, coalesce(sum(units) filter (where to_status = 'Issued'), 0)
        - coalesce(sum(units) filter (where from_status = 'Issued' and to_status in ('RightsAllocated', 'RightsCreated', 'Unused')), 0) as issued
        from credit_ledger group by 1) as told
      full join (select id as credit_id, sum(units) filter (where status in ('Issued', 'Redeemed', 'Retired')) as held
        from credit group by 1) as found using (credit_id)
    where coalesce(issued, 0) <> coalesce(held, 0)`,
  'Two credits have the same unit at the same time': sql`
    select one.serial || ' and ' || other.serial as what
    from credit_block one join credit_block other on one.service_number = other.service_number and one.serial < other.serial
      and int8range(one.first_unit, one.last_unit, '[]') && int8range(other.first_unit, other.last_unit, '[]')
      and daterange(one.start_day, one.end_day) && daterange(other.start_day, other.end_day)`,
  'A serial does not match the units of its credit': sql`
    select serial as what from credit_block
    where serial !~ ('^[BNP]' || service_number || '-' || to_char(start_day, 'YYYYMMDD') || '-' || first_unit || '-' || last_unit || '$')`,
  'The parts of a divided credit do not add up to it': sql`
    select whole.credit_id as what from credit_ledger whole,
      lateral (select sum((last_unit - first_unit + 1)::numeric * (coalesce(end_day, '99999-01-01') - start_day)) as size
        from credit_block join credit on credit.id = credit_id where service_id = whole.service_id) as parts,
      lateral (select whole.units::numeric * (coalesce(case when years is null then null
          else mitigation_begins + make_interval(years => years) end, '99999-01-01')::date - mitigation_begins) as size
        from service, lateral (select array_position('{OneYear,TwoYears,ThreeYears,FourYears,FiveYears}', duration) as years) as term
        where service.id = whole.service_id) as certified
    where not exists (select from service join project on project.id = project_id join round on round.id = round_id
        where service.id = whole.service_id and service.type = 'Biodiversity' and biodiversity_supply = 'asGained')
      and from_status = 'Bid' and to_status is null and parts.size <> certified.size`,
  'The stored blocks of units of a credit differ from the units that it states': sql`
    select credit.id as what from credit
    where status <> 'Draft' and (
      select coalesce(jsonb_agg(jsonb_build_array(start_day, end_day, first_unit, last_unit - first_unit + 1) order by start_day), '[]')
      from credit_block where credit_id = credit.id)
      <> (select coalesce(jsonb_agg(jsonb_build_array(p -> 'start', p -> 'end', p -> 'first', p -> 'units') order by p ->> 'start'), '[]')
      from jsonb_array_elements(units_per_period) as p)`,
  'The last ledger entry of a credit does not match the credit': sql`
    select credit.id as what from credit
    where status <> 'Draft' and status is distinct from (
      select to_status from credit_ledger where credit_id = credit.id order by seq desc limit 1)`,
  'A ledger entry does not continue the one before': sql`
    select credit_id || ' at ' || seq as what
    from (select *, lag(to_status) over (partition by credit_id order by seq) as before from credit_ledger) as entry
    where from_status is distinct from before`,
  'A redeemed or retired credit moved again': sql`
    select credit_id as what from credit_ledger
    where (from_status = 'Redeemed' and to_status is distinct from 'Retired') or from_status = 'Retired'`,
  'The ledger names two requirements for a credit, or names one only in some entries': sql`
    select credit_id as what from credit_ledger group by credit_id
    having count(distinct coalesce(requirement_id, '')) > 1 + count(*) filter (where from_status like 'Rights%' and to_status = 'Unused')`,
  'Rights lapsed without a confirmed case about them': sql`
    select entry.credit_id as what from credit_ledger entry join credit on credit.id = entry.credit_id
    where entry.from_status in ('RightsCreated', 'RightsAllocated') and entry.to_status = 'Unused' and (
      entry.requirement_id is not null or credit.requirement_id is not null
      or not exists (select from credit_ledger earlier where earlier.credit_id = entry.credit_id
        and earlier.seq < entry.seq and earlier.requirement_id = credit.lapsed_requirement_id)
      or not exists (select from "case" one where one.id = entry.case_id and one.confirmed_at is not null
        and (one.type = 'BuyerDefault' and one.requirement_id = credit.lapsed_requirement_id
          or exists (select from unit_failure failed join credit other on other.id = failed.credit_id
            where failed.case_id = one.id and other.lapsed_requirement_id = credit.lapsed_requirement_id))))`,
  'A credit says that its rights lapsed, and the ledger does not': sql`
    select credit.id as what from credit where lapsed_requirement_id is not null
      and not exists (select from credit_ledger where credit_id = credit.id and from_status like 'Rights%' and to_status = 'Unused')`,
  'A credit names another case by which it went back than the ledger': sql`
    select credit.id as what from credit where return_case_id is distinct from (
      select case_id from credit_ledger where credit_id = credit.id and case_id is not null order by seq desc limit 1)`,
  'Credits were recalled without a confirmed case about their issue': sql`
    select entry.credit_id as what from credit_ledger entry
    where entry.from_status = 'Issued' and entry.to_status in ('RightsAllocated', 'RightsCreated', 'Unused')
      and not exists (select from "case" one join credit other on other.project_id = one.project_id
        where one.id = entry.case_id and one.type = 'IssuedInError' and one.confirmed_at is not null
          and (other.id = entry.credit_id or other.requirement_id = entry.requirement_id or other.lapsed_requirement_id = entry.requirement_id))`,
  'Units that failed are not units of their credit': sql`
    select failed.serial as what from unit_failure failed
    where not exists (select from credit_block block where block.credit_id = failed.credit_id
        and block.service_number = failed.service_number and block.first_unit <= failed.first_unit
        and block.last_unit >= failed.last_unit
        and daterange(failed.start_day, failed.end_day) <@ daterange(block.start_day, block.end_day)
        and failed.serial = left(block.serial, 1) || block.service_number || '-' || to_char(block.start_day, 'YYYYMMDD')
          || '-' || failed.first_unit || '-' || failed.last_unit)`,
  'A unit failed twice at the same time': sql`
    select one.serial || ' and ' || other.serial as what
    from unit_failure one join unit_failure other on one.service_number = other.service_number and one.id < other.id
      and int8range(one.first_unit, one.last_unit, '[]') && int8range(other.first_unit, other.last_unit, '[]')
      and daterange(one.start_day, one.end_day) && daterange(other.start_day, other.end_day)
    where one.ended_at is null and other.ended_at is null`,
  'Units failed without a confirmed failure, or one failed no units': sql`
    select one.id as what from "case" one
    where (one.type in ('DeliveryFailure', 'WillNotSign') and one.confirmed_at is not null)
      <> (one.failed_since is not null and exists (select from unit_failure where case_id = one.id))`,
  'Units replace units that are not theirs to replace, or not as many': sql`
    select one.serial as what from unit_replacement one
    where one.last_unit - one.first_unit <> one.failed_last - one.failed_first
      or not exists (select from credit_block block where block.credit_id = one.credit_id
        and block.service_number = one.service_number and block.first_unit <= one.first_unit and block.last_unit >= one.last_unit
        and daterange(one.start_day, one.end_day) <@ daterange(block.start_day, block.end_day)
        and one.serial = left(block.serial, 1) || block.service_number || '-' || to_char(block.start_day, 'YYYYMMDD')
          || '-' || one.first_unit || '-' || one.last_unit)
      or not exists (select from unit_failure failed where failed.id = one.failure_id
        and failed.service_number = one.failed_service and failed.first_unit <= one.failed_first
        and failed.last_unit >= one.failed_last
        and daterange(one.start_day, one.end_day) <@ daterange(failed.start_day, failed.end_day))
      or not exists (select from unit_failure failure join credit failed on failed.id = failure.credit_id
          join round on round.id = failed.round_id, credit replacing join round other on other.id = replacing.round_id
        where failure.id = one.failure_id and replacing.id = one.credit_id
          and (failed.requirement_id is not null or one.ended_at is not null and failed.lapsed_requirement_id is not null)
          and replacing.requirement_id is null and (one.ended_at is not null or replacing.status in ('Issued', 'Retired'))
          and replacing.type = failed.type and other.market_id = round.market_id
          and replacing.project_id <> failed.project_id
          and replacing.is_reserved = (one.price_per_unit is null))`,
  'A unit replaces two others, or two replace one': sql`
    select one.serial || ' and ' || other.serial as what
    from unit_replacement one join unit_replacement other on one.id < other.id
      and daterange(one.start_day, one.end_day) && daterange(other.start_day, other.end_day)
      and (one.service_number = other.service_number
        and int8range(one.first_unit, one.last_unit, '[]') && int8range(other.first_unit, other.last_unit, '[]')
        or one.failed_service = other.failed_service
        and int8range(one.failed_first, one.failed_last, '[]') && int8range(other.failed_first, other.failed_last, '[]'))
    where one.ended_at is null and other.ended_at is null`,
  'Units that have failed replace others, or units are replaced that have not failed': sql`
    select one.serial as what from unit_replacement one
    where one.ended_at is null and (exists (select from unit_failure failed where failed.service_number = one.service_number
          and int8range(failed.first_unit, failed.last_unit, '[]') && int8range(one.first_unit, one.last_unit, '[]')
          and daterange(failed.start_day, failed.end_day) && daterange(one.start_day, one.end_day)
          and failed.ended_at is null)
        or exists (select from unit_failure failed where failed.id = one.failure_id and failed.ended_at is not null))`,
  'A requirement and its credits have different statuses': sql`
    select requirement.id as what from requirement join credit on requirement_id = requirement.id
    where (requirement.status, credit.status) not in (('RightsCreated', 'RightsCreated'),
      ('RightsAllocated', 'RightsAllocated'), ('CreditsIssued', 'Issued'), ('CreditsRedeemed', 'Redeemed'),
      ('CreditsRedeemed', 'Retired'), ('Retired', 'Retired'))`,
}

/**
 * Yields every error in the registry, in bounded memory; call it within a transaction. `looked` is called after every
 * query, and at the end with the number of credits.
 */
export const iterateLedgerFaults = async function* (
  db: Kysely<Database>,
  looked: (credits: number) => void = () => {},
): AsyncGenerator<{ what: string; why: string }, void> {
  for (const [why, question] of Object.entries(QUESTIONS)) {
    for await (const page of iterateResultPages(db, question))
      for (const { what } of page) yield { what, why }
    looked(0)
  }
  const { rows } = await sql<{ credits: number }>`select count(*) as credits from credit`.execute(db)
  looked(rows[0]?.credits ?? 0)
}

/** Returns every error in the registry as a sentence; an empty list if there are none. */
export const listLedgerFaults = (db: Kysely<Database>): Promise<string[]> =>
  readOnSnapshot(db, async moment => {
    const faults: string[] = []
    for await (const { what, why } of iterateLedgerFaults(moment)) faults.push(`${why}: ${what}`)
    return faults
  })

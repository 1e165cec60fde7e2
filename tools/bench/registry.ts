import type pg from 'pg'
import { filled } from './copies.ts'

const SETTLED = 'RD-SOM-0'
const WINNER = 'P001'

/** Size of a registry. Each project has two services; each service is divided into five credits. */
export interface RegistrySize {
  rounds: number
  owners: number
  projects: number
  requirements: number
}
const CREDITS_OF_SERVICE = 5

/** SQL for an item of a fixed list by number, so that names, places and types are mixed as in a real market. */
const oneOf = (words: string): string => {
  const list = words.split(' ')
  return `('{${list.join(',')}}'::text[])[n % ${list.length} + 1]`
}
const idOf = (table: string): string =>
  `(select ids[n % cardinality(ids) + 1] from (select array(select id from ${table} order by id) as ids) as known)`

const PROJECT_NAME = [
  oneOf('Upper Lower Old New North South Little Great'),
  oneOf(
    'Sedgemoor Muchelney Langport Burrow Aller Kingsbury Curry Drayton Isle Thorney Martock Somerton Pitney',
  ),
  oneOf('Wetland Woodland Meadow Orchard Hedgerow Pond Marsh'),
  'n',
].join(` || ' ' || `)

const REQUIREMENT_NAME = [
  oneOf('Rookery Hinton Fernedge Bellringer Churn Mill Station'),
  oneOf('Gate Orchard View Court House Lane Field Park Rise'),
  'n',
].join(` || ' ' || `)

/**
 * Fills an installation with settled rounds, as if it had been in use for years, and asks the ledger's own functions
 * whether everything adds up. With `isCommitted: false` it neither adds the rows to the log nor checks them,
 * which takes a tenth of the time; use it for markets that are only read.
 */
export const fillRegistry = (
  reach: pg.ClientConfig,
  size: RegistrySize,
  { isCommitted = true } = {},
): Promise<void> =>
  filled(reach, async (copy, client) => {
    const times = (table: string, of: string, many: number) =>
      `${table} original cross join generate_series(1, ${many}) as n where original.id = '${of}'`
    const id = `original.id || '-' || n`
    const round = `'${SETTLED}-' || n % ${size.rounds} + 1`
    const owner = (of: string) => `'${of}-' || n % ${size.owners} + 1`
    const numbered = { id, name: `original.name || ' ' || n` }
    await copy('round', numbered, times('round', SETTLED, size.rounds))
    for (const whose of ['SU01', 'BU01'])
      await copy('organisation', { ...numbered, csv_id: 'null' }, times('organisation', whose, size.owners))
    await copy(
      'project',
      {
        id,
        round_id: round,
        supplier_id: owner('SU01'),
        name: PROJECT_NAME,
        type_id: idOf('project_type'),
        nca_id: idOf('nca'),
        lpa_id: idOf('lpa'),
        subcatchment_id: idOf('subcatchment'),
        start: 'start + n % 700',
      },
      times('project', WINNER, size.projects),
    )
    await copy(
      'service',
      {
        id: `copy.id || substring(original.id from '-.*')`,
        project_id: 'copy.id',
        mitigation_begins: 'copy.start',
      },
      `service original join project copy on copy.id like '${WINNER}-%' where original.project_id = '${WINNER}'`,
    )
    await copy(
      'requirement',
      {
        id,
        round_id: round,
        buyer_id: owner('BU01'),
        name: REQUIREMENT_NAME,
        lpa_id: idOf('lpa'),
        redemption_date: 'redemption_date + n % 700',
      },
      `(select *, row_number() over (order by id) - 1 as k, count(*) over () as of from requirement
          where round_id = '${SETTLED}' and status <> 'Unmatched') as original
        join generate_series(1, ${size.requirements}) as n on n % of = k`,
    )
    for (const statement of [...divided(isCommitted), 'select rebuild_counts()', 'analyze'])
      await client.query(statement)
    if (isCommitted) for (const statement of verified) await client.query(statement)
  })

const NEW = `round_id like '${SETTLED}-%'`

const PUT = ['credit', 'credit_block', 'credit_level', 'credit_ledger', 'certificate']

/** Enables the triggers that commit rows to the log even while the ledger's own triggers are disabled. */
const committed = (when: 'always' | ''): string =>
  PUT.map(table => `alter table ${table} enable ${when} trigger committed_in`).join(';')

// Put there at once, since the ledger's triggers take minutes for so many rows one by one. Its constraints hold.
const divided = (isCommitted: boolean): string[] => [
  'analyze',
  ...(isCommitted ? [committed('always')] : []),
  'set local session_replication_role = replica',
  `with need as (
    select id, credit_type, status, row_number() over (partition by credit_type order by id) - 1 as turn
    from requirement where ${NEW}),
  needs as (select credit_type, count(*) as many from need group by credit_type),
  part as (
    select service.*, project.round_id, part, certified_units(service) / ${CREDITS_OF_SERVICE} as portion,
      row_number() over (partition by service.type order by service.ordinal, part) % many as turn
    from service join project on project.id = project_id join needs on credit_type = service.type,
      generate_series(1, ${CREDITS_OF_SERVICE}) as part
    where ${NEW})
  insert into credit (id, round_id, project_id, service_id, requirement_id, type, status, is_reserved, is_permanent,
    units, module, broad_habitat, habitat_type, distinctiveness, units_per_period)
  select left(md5(part.id || part), 16), round_id, project_id, part.id, case when part > 2 then need.id end, type,
    case when part > 2 then (credit_statuses_of(need.status))[1] else 'Issued' end, part = 1, true, portion, module,
    broad_habitat, habitat_type, distinctiveness, jsonb_build_array(jsonb_build_object(
      'start', mitigation_begins, 'end', null, 'units', portion, 'first', (part - 1) * portion + 1))
  from part join need on credit_type = type and need.turn = part.turn
  order by part.id, part`,
  `insert into credit_block (serial, credit_id, service_number, start_day, first_unit, last_unit)
  select concat_ws('-', left(replace(credit.type, 'NutrientMitigation', ''), 1) || service.ordinal,
      to_char(day, 'YYYYMMDD'), first, last), credit.id, service.ordinal, day, first, last
  from credit join service on service.id = service_id,
    lateral (select (units_per_period -> 0 ->> 'start')::date as day, (units_per_period -> 0 ->> 'first')::bigint as first,
      (units_per_period -> 0 ->> 'first')::bigint + credit.units - 1 as last) as held
  where ${NEW}`,
  `insert into credit_level select level.* from credit, levels_of(credit) as level where ${NEW}`,
  // Redeemed and retired credits were issued before.
  `insert into credit_ledger (at, credit_id, service_id, requirement_id, is_reserved, from_status, to_status, units, serials)
  select now(), credit.id, service_id, requirement_id, is_reserved, steps[nth - 1], steps[nth], units, array[serial]
  from credit join credit_block on credit_id = credit.id,
    lateral (select case when status in ('Redeemed', 'Retired') then
      ('{Issued,Redeemed,Retired}'::text[])[:array_position('{Issued,Redeemed,Retired}'::text[], status::text)]
      else array[status::text] end as steps) as path,
    generate_series(1, cardinality(steps)) as nth
  where ${NEW} order by ordinal, nth`,
  // Otherwise the market would make them while it is measured.
  `with stage as (
    select 'requirement' as subject_kind, id as subject_id, case status when 'RightsAllocated' then 'rights'
      when 'CreditsIssued' then 'issue' when 'CreditsRedeemed' then 'redemption' when 'Retired' then 'retirement' end as kind
    from requirement where ${NEW}
    union all
    select 'project', id, 'issue' from project where ${NEW}),
  made as (
    select *, md5(subject_kind || subject_id) as id, concat('{"subject":"', subject_id, '"}') as content
    from stage where kind is not null)
  insert into certificate (id, number, kind, subject_kind, subject_id, content, sha256, signature, key_fingerprint, made_at)
  select id, upper(regexp_replace(translate(left(id, 20), '0', 'g'), '(.{5})(?=.)', '\\1-', 'g')), kind, subject_kind,
    subject_id, content, encode(sha256(convert_to(content, 'UTF8')), 'hex'), 'made up', repeat('0', 64), now()
  from made`,
  'set local session_replication_role = origin',
  ...(isCommitted ? [committed('')] : []),
]

const verified = [
  `select credits_add_up(service.ordinal) from service join project on project.id = project_id where ${NEW}`,
  `select credits_agree_with(id) from requirement where ${NEW}`,
]

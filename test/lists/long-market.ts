import { type Kysely, sql } from 'kysely'
import { openStore } from '#server/store/store'
import type { Database } from '#server/store/tables/tables'
import { allSamples, createEffectContext } from '../store/samples.ts'

// The number of each copy in shuffled order: the factor shares no divisor with the count.
const one = (of: string, many: number, n = 'n') => `'${of}-' || 1 + ${n} % ${many}`
const word = (words: string, n = 'n') => `('{${words}}'::text[])[1 + ${n} % ${words.split(',').length}]`

const PLACE = `'nca_id', ${one('NCA142', 150, '(n * 7)')}, 'lpa_id', ${one('Somerset', 300, '(n * 11)')},
  'subcatchment_id', ${one('Parrett', 60, '(n * 13)')}, 'round_id', ${one('round-1', 200, '(n / 3)')},
  'agent_id', case when n % 9 = 0 then ${one('agent', 20)} end, 'group_id', null,
  'unchanged_since_round_id', null, 'ended_as', null`

const PROJECTS = 12_000
const SETTLED = 'Monitoring,Monitoring,Monitoring,Contracted,Verified,Unmatched,Monitoring'
const OPEN = 'Draft,Provisional,Registered,Screened,Certified,ApprovedRound'

/** The long tables, as copies of the sample row: table, count, and what differs in each. */
const LONG: readonly (readonly [table: string, many: number, said: string, of?: string])[] = [
  ['nca', 150, `'number', 1000 + n, 'name', 'Area ' || n`],
  ['lpa', 300, `'name', 'Place ' || n`],
  ['subcatchment', 60, `'name', 'Water ' || n`],
  ['project_type', 12, `'name', 'Type ' || n`],
  ['market', 5, `'name', 'Market ' || n`],
  [
    'round',
    200,
    `'name', 'Round ' || n, 'market_id', ${one('somerset', 5)},
    'status', case when n % 40 = 0 then 'OpenForBidsAndOffers' else 'Settled' end`,
  ],
  [
    'organisation',
    3000,
    `'name', 'Farm ' || md5(n::text), 'csv_id', 'S' || n, 'company_number', null, 'charity_number', null,
    'brought_by_id', null, 'lpa_id', ${one('Somerset', 300)}`,
    'avon-farm',
  ],
  ['organisation', 20, `'id', 'agent-' || n, 'name', 'Agent ' || n, 'csv_id', null`, 'agency'],
  [
    'organisation',
    300,
    `'id', 'council-' || n, 'name', 'Council ' || n, 'type', 'LPA', 'csv_id', null, 'lpa_id', 'Somerset-' || n`,
    'agency',
  ],
  [
    '"user"',
    4000,
    `'username', 'u' || n, 'email', 'u' || n || '@x.example', 'display_name', 'Person ' || md5(n::text),
    'groups', array[${word('participant,participant,participant,agent')}], 'organisation_id', ${one('avon-farm', 3000)}`,
  ],
  [
    'participation',
    12_000,
    `'organisation_id', ${one('avon-farm', 3000)}, 'round_id', ${one('round-1', 200, '(n / 15 + n / 3000)')},
    'capacity', ${word('Supplier,Buyer')}, 'status', case when n % 500 = 0 then 'Provisional' else 'Registered' end`,
  ],
  [
    'agent_authority',
    4000,
    `'client_id', ${one('avon-farm', 3000)}, 'agent_id', ${one('agent', 20, '(n / 3000 + n)')},
    'round_id', ${one('round-1', 200, '(n / 15 + n / 3000)')}, 'status', case when n % 200 = 0 then 'Pending' else 'Approved' end`,
  ],
  [
    'project_group',
    3000,
    `'name', 'Group ' || md5(n::text), 'type', ${word('XOR,AND')}, 'round_id', ${one('round-1', 200, '(n / 15 + n / 3000)')},
    'supplier_id', ${one('avon-farm', 3000)}`,
  ],
  [
    'requirement_group',
    3000,
    `'name', 'Group ' || md5(n::text), 'type', ${word('XOR,AND')}, 'round_id', ${one('round-1', 200, '(n / 15 + n / 3000)')},
    'buyer_id', ${one('avon-farm', 3000)}`,
  ],
  [
    'project',
    PROJECTS,
    `'name', 'Meadow ' || md5(n::text), 'supplier_id', ${one('avon-farm', 400)}, ${PLACE},
    'type_id', ${one('WetlandCreation', 12, '(n * 5)')}, 'start', date '2027-01-01' + n % 700,
    'status', case when n / 3 % 40 = 39 then ${word(OPEN)} else ${word(SETTLED)} end,
    'gain_site_ref', 'BGS-' || 100000 + n, 'obligation_ref', 'S106/24/' || n,
    'credit_types', array[case when n % 100 = 0 then 'NutrientMitigationNitrogen' else 'Biodiversity' end]`,
  ],
  ['service', PROJECTS, `'project_id', ${one('project', PROJECTS)}`],
  [
    'requirement',
    PROJECTS,
    `'name', 'Homes ' || md5(n::text), 'buyer_id', ${one('avon-farm', 400)}, ${PLACE},
    'type', ${word('Buyer,Buyer,Investor')}, 'allocation_ref', 'BGS-' || 100000 + n || '/A1', 'redemption_date', date '2027-01-01' + n % 700,
    'credit_type', case when n % 100 = 0 then 'NutrientMitigationNitrogen' else 'Biodiversity' end,
    'status', case when n / 3 % 40 = 39 then ${word('Draft,Provisional,Registered,Bid')}
      else ${word('Retired,CreditsRedeemed,RightsAllocated,CreditsIssued,Unmatched')} end`,
  ],
  [
    'compliance_check',
    10_000,
    `'project_id', ${one('project', PROJECTS / 2)}, 'date', date '2027-01-01' + n / 50,
    'is_compliant', n % 200 > 0`,
  ],
  ['filed_document', 5000, `'owner_id', ${one('project', PROJECTS)}, 'replaced_by_id', null`],
]

const CREDITS = 40_000

/**
 * Fills an empty database with all long tables, mostly settled as after years of use, so that statistics are those of a
 * large market. Triggers are skipped: the database can only be used for reading.
 */
export const fillLongMarket = async (db: Kysely<Database>): Promise<void> => {
  await openStore(db).transaction(tx => tx.apply(allSamples(), createEffectContext()))
  await db.connection().execute(async connection => {
    const run = (statement: string) => sql.raw(statement).execute(connection)
    await run('set session_replication_role = replica')
    for (const [table, many, said, of] of LONG)
      await run(`insert into ${table} overriding system value
        select copy.* from ${table} as original cross join generate_series(1, ${many}) as n,
          jsonb_populate_record(original, jsonb_build_object('id', original.id || '-' || n,
            'ordinal', n + (select max(ordinal) from ${table}), ${said})) as copy
        where original.id = ${of ? `'${of}'` : `(select id from ${table} order by ordinal limit 1)`}`)
    await run(`insert into credit (id, round_id, project_id, service_id, requirement_id, type, status, is_reserved,
        is_permanent, units, module, broad_habitat, units_per_period)
      select left(md5(n::text), 16), project.round_id, project.id, 'service-' || 1 + n % ${PROJECTS},
        case when n % 5 > 1 and n / 3 % 40 < 39 then 'requirement-' || 1 + n % ${PROJECTS - 7} end, 'Biodiversity',
        case when n / 3 % 40 = 39 then 'Bid' when n % 5 > 1 then ${word('Redeemed,Issued,Retired,RightsAllocated')}
          else ${word('RightsCreated,Unused,Issued')} end, n % 10 = 0, true, n % 9973, 'NA', 'NA',
        jsonb_build_array(jsonb_build_object('start', '2027-01-01', 'end', null, 'units', n % 9973, 'first', 1))
      from generate_series(1, ${CREDITS}) as n join project on project.id = ${one('project', PROJECTS)}
      order by n`)
    await run(
      'insert into credit_level select level.* from credit, levels_of(credit) as level on conflict do nothing',
    )
    await run(`insert into credit_block (serial, credit_id, service_number, start_day, first_unit, last_unit)
      select 'B' || number || '-20270101-' || first || '-' || first + 9, id, number, '2027-01-01', first, first + 9
      from (select credit.id, 1 + n % 20 as number, 1 + n / 20 * 10 as first
        from (select id, row_number() over (order by id) - 1 as n from credit) as credit) as block
      on conflict do nothing`)
    await run('set session_replication_role = origin')
    await run('select rebuild_counts(), search_rebuild()')
    await run('vacuum analyze')
  })
}

import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { RegisterHit, RegisterSearchResults } from '#contract/public/public-register'
import { statusLabel } from '#contract/nouns/nouns'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { project } from '#contract/project/project'
import { requirement } from '#contract/requirement/requirement'
import { SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { suggestPlanningAuthorities } from '../place/authorities-meant.ts'
import type { Database } from '../store/tables/tables.ts'
import { toLikePatterns } from './found-by.ts'
import { findCreditsBySerial } from './found-credits.ts'
import { findItemsInPlaces, findNonNameMatches } from './found-otherwise.ts'
import { MAX_SHOWN_HITS_PER_KIND } from './found-things.ts'
import { IS_IN_REGISTRY } from '../views/lists/credits.ts'
import { REGISTRY_READER } from '../views/lists/registry.ts'
import { readNamesOfKind } from '../views/kit/names.ts'

type Kind = 'project' | 'requirement'

/**
 * Public ways to find an item other than its name: never its owner, code or grid reference, which are not published.
 */
const KNOWN = {
  project: {
    sold: SOLD_PROJECT_STATUSES,
    references: project.search.references,
    places: [
      ['subcatchmentId', 'subcatchment'],
      ['ncaId', 'nca'],
      ['lpaId', 'lpa'],
    ],
  },
  requirement: {
    sold: SOLD_REQUIREMENT_STATUSES,
    references: requirement.search.references,
    places: [
      ['subcatchmentId', 'subcatchment'],
      ['ncaId', 'nca'],
      ['lpaId', 'lpa'],
    ],
  },
} as const
const KINDS = ['project', 'requirement'] as const

interface Hit {
  kind: Kind
  id: string
  name: string
  status: string
  creditTypes: CreditType[]
  lpaId: string | null
  why: string
}

const TYPES: Record<Kind, RawBuilder<unknown>> = {
  project: sql`project.credit_types`,
  requirement: sql`array_remove(array[requirement.credit_type], null)`,
}

/** Items of one kind that match a text: names first, at most one more than is shown. */
const foundOf = (kind: Kind, ways: readonly (readonly [RawBuilder<SqlBool>, RawBuilder<string>])[]) => {
  const table = sql.table(kind)
  const most = sql.lit(MAX_SHOWN_HITS_PER_KIND + 1)
  const its = (column: string) => sql.ref(`${kind}.${column}`)
  const sold = sql.join(KNOWN[kind].sold.map(status => sql.lit(status)))
  const found = ways.map(
    ([where, why], way) => sql`(select ${its('id')}, ${sql.lit(way)} as way, ${why} as why from ${table}
      where ${its('status')} in (${sold}) and ${where} limit ${most})`,
  )
  return sql`(select ${sql.lit(kind)} as kind, ${its('id')}, ${its('name')}, ${its('status')}, ${TYPES[kind]} as credit_types,
      ${its('lpaId')}, found.why
    from (select distinct on (id) * from (${sql.join(found, sql` union all `)}) as way order by id, way) as found
    join ${table} on ${its('id')} = found.id
    order by found.way, lower(${its('name')}), ${its('id')} limit ${most})`
}

/** Items of the registry that hold units of a serial, match a text by name, are in a place, or have a reference. */
export const searchRegister = async (typed: string, db: Kysely<Database>): Promise<RegisterSearchResults> => {
  const said = typed.trim()
  if (said === '') return { items: [], isMore: false }
  const kinds = KINDS.map(kind => ({ kind, ...KNOWN[kind] }))
  const [credits, bySettings, meant] = await Promise.all([
    findCreditsBySerial(said, REGISTRY_READER, db, IS_IN_REGISTRY),
    findNonNameMatches(said, kinds, db),
    suggestPlanningAuthorities(said, db),
  ])
  const known = [...bySettings, ...kinds.flatMap(kind => findItemsInPlaces(kind, meant))]
  const named = (kind: Kind) => {
    const name = sql.ref(`${kind}.name`)
    const bears = toLikePatterns(said).map(pattern => sql`${name} ilike ${pattern}`)
    return [sql<SqlBool>`(${sql.join(bears, sql` or `)})`, sql<string>`'Name'`] as const
  }
  const finds = KINDS.map(kind =>
    foundOf(kind, [
      named(kind),
      ...known.filter(one => one.kind === kind).map(({ where, why }) => [where, why] as const),
    ]),
  )
  const { rows } = await sql<Hit>`${sql.join(finds, sql` union all `)}`.execute(db)
  const lpa = await readNamesOfKind(
    db,
    'lpa',
    rows.map(({ lpaId }) => lpaId),
  )
  const things = KINDS.flatMap(kind =>
    rows.filter(row => row.kind === kind).slice(0, MAX_SHOWN_HITS_PER_KIND),
  )
  return {
    items: [
      ...credits.items.map(({ id, name, status, why }): RegisterHit => ({
        ...{ kind: 'credit', id, name, status: status ?? '', creditType: null, lpa: null, why },
      })),
      ...things.map(({ kind, id, name, status, creditTypes, lpaId, why }) => ({
        ...{ kind, id, name, why },
        status: statusLabel(kind, status),
        creditType: creditTypes.length === 1 ? creditTypes[0]! : null,
        lpa: lpa(lpaId),
      })),
    ],
    isMore:
      credits.counted > credits.items.length ||
      KINDS.some(kind => rows.filter(row => row.kind === kind).length > MAX_SHOWN_HITS_PER_KIND),
  }
}

import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { FoundInRegister, RegisterSearch } from '#contract/public-register'
import { statusLabel } from '#contract/nouns'
import type { CreditType } from '#domain/credit-type'
import { project } from '#contract/project'
import { requirement } from '#contract/requirement'
import { SOLD_PROJECTS } from '#domain/project'
import { SOLD_REQUIREMENTS } from '#domain/requirement'
import { authoritiesMeant } from '../place/authorities-meant.ts'
import type { Database } from '../store/tables.ts'
import { patternsOf } from './found-by.ts'
import { creditsBySerial } from './found-credits.ts'
import { inPlaces, knownAs } from './found-otherwise.ts'
import { MOST_OF_EACH } from './found-things.ts'
import { IN_REGISTRY } from './lists/credits.ts'
import { REGISTRY_READER } from './lists/registry.ts'
import { namesOf } from './names.ts'

type Kind = 'project' | 'requirement'

/** By what anybody finds something besides its name: never by its owner, its code or its grid reference, which are not published. */
const KNOWN = {
  project: {
    sold: SOLD_PROJECTS,
    references: project.search.references,
    places: [
      ['subcatchmentId', 'subcatchment'],
      ['ncaId', 'nca'],
      ['lpaId', 'lpa'],
    ],
  },
  requirement: {
    sold: SOLD_REQUIREMENTS,
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

/** What of one kind bears a text or is known by it: names first, each kind no more than is shown and one besides. */
const foundOf = (kind: Kind, ways: readonly (readonly [RawBuilder<SqlBool>, RawBuilder<string>])[]) => {
  const table = sql.table(kind)
  const most = sql.lit(MOST_OF_EACH + 1)
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

/** What of the registry holds units of a serial, bears a text in its name, lies in a place, or has a reference. */
export const searchRegister = async (typed: string, db: Kysely<Database>): Promise<RegisterSearch> => {
  const said = typed.trim()
  if (said === '') return { items: [], isMore: false }
  const kinds = KINDS.map(kind => ({ kind, ...KNOWN[kind] }))
  const [credits, bySettings, meant] = await Promise.all([
    creditsBySerial(said, REGISTRY_READER, db, IN_REGISTRY),
    knownAs(said, kinds, db),
    authoritiesMeant(said, db),
  ])
  const known = [...bySettings, ...kinds.flatMap(kind => inPlaces(kind, meant))]
  const named = (kind: Kind) => {
    const name = sql.ref(`${kind}.name`)
    const bears = patternsOf(said).map(pattern => sql`${name} ilike ${pattern}`)
    return [sql<SqlBool>`(${sql.join(bears, sql` or `)})`, sql<string>`'Name'`] as const
  }
  const finds = KINDS.map(kind =>
    foundOf(kind, [
      named(kind),
      ...known.filter(one => one.kind === kind).map(({ where, why }) => [where, why] as const),
    ]),
  )
  const { rows } = await sql<Hit>`${sql.join(finds, sql` union all `)}`.execute(db)
  const lpa = await namesOf(
    db,
    'lpa',
    rows.map(({ lpaId }) => lpaId),
  )
  const things = KINDS.flatMap(kind => rows.filter(row => row.kind === kind).slice(0, MOST_OF_EACH))
  return {
    items: [
      ...credits.items.map(({ id, name, status, why }): FoundInRegister => ({
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
      KINDS.some(kind => rows.filter(row => row.kind === kind).length > MOST_OF_EACH),
  }
}

import { type Expression, type Kysely, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { BalanceOnDay } from '#contract/balance'
import { PROJECT_COLUMNS } from '#contract/columns/project'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { credit as creditNoun, creditColumns, type CreditRow } from '#contract/credit'
import type { Listed } from '#contract/noun'
import type { placeShown } from '#contract/place'
import { project } from '#contract/project'
import { publicProject, publicRequirement, publicWords } from '#contract/public'
import { requirement } from '#contract/requirement'
import type { Named } from '#contract/values'
import { type Actor, NOBODY, SYSTEM } from '#domain/actor'
import { HOLDING_LABELS, HOLDINGS } from '#domain/balance'
import type { Credit } from '#domain/credit'
import { CREDIT_TYPE_LABELS, CREDIT_TYPES } from '#domain/credit-type'
import { type Day, showDay } from '#domain/dates'
import { PLACE_PRECISION_LABELS } from '#domain/place/precision'
import { type Project, SOLD_PROJECTS } from '#domain/project'
import { type Requirement, SOLD_REQUIREMENTS } from '#domain/requirement'
import type { Database } from '../../store/tables.ts'
import { balancesOn } from '../balance.ts'
import { creditRows } from '../credit.ts'
import { namesIn } from '../names.ts'
import { placesForOthers } from '../place.ts'
import { projectRows } from '../project.ts'
import { requirementRows } from '../requirement.ts'
import { valuesOf } from '../columns.ts'
import { isOneOf } from '../visible.ts'
import { credits, IN_REGISTRY, OWN_CELLS } from './credits.ts'
import { textSearch } from './filters.ts'
import { publicColumns, tableColumns } from './columns.ts'
import type { AnyListing, Column } from './listing.ts'
import { projects } from './projects.ts'
import { requirements } from './requirements.ts'

/** The registry is read as the product reads, and shown without what is anybody's own. */
export const REGISTRY_READER = SYSTEM

/** A row without what is anybody's own: what the public shape does not name is cut away. */
const shown =
  <T extends z.ZodObject>(shape: T) =>
  (row: object): z.output<T> =>
    shape.parse(row)

const words = <W>(all: Readonly<Record<string, W>>, names: readonly string[]): Record<string, W> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))

/** A list as anybody may read it: filtered and sorted by nothing that tells of an owner. */
const inPublic = <N extends Listed>(listing: AnyListing, noun: N, baseFilter: Expression<SqlBool>) => ({
  ...listing,
  noun,
  filters: words(listing.filters, Object.keys(noun.filters)),
  sorts: words(listing.sorts, noun.sorts),
  baseFilter,
  table: undefined,
})

const viewValuesOfRequirement = valuesOf(REQUIREMENT_COLUMNS, 'view')

type Place = Record<'nca' | 'lpa' | 'subcatchment', Named | null>

const PLACES: Column<Place>[] = [
  { title: 'Planning authority', value: row => row.lpa?.name ?? null },
  { title: 'Planning authority code', value: row => row.lpa?.id ?? null },
  { title: 'National character area', value: row => row.nca?.name ?? null },
  { title: 'National character area code', value: row => row.nca?.id ?? null },
  { title: 'Subcatchment', value: row => row.subcatchment?.name ?? null },
  { title: 'Subcatchment code', value: row => row.subcatchment?.id ?? null },
]

/** Where a thing is, as precisely as it is told. */
const SHOWN_PLACES: Column<{ place: z.output<typeof placeShown> }>[] = [
  { title: 'Place told', value: ({ place }) => PLACE_PRECISION_LABELS[place.precision] },
  { title: 'Grid reference', value: ({ place }) => place.gridReference },
  { title: 'Latitude', value: ({ place }) => place.latitude },
  { title: 'Longitude', value: ({ place }) => place.longitude },
]

/** Columns of the units that things hold on a day: for each type all that are certified, and where they are. */
const UNITS: Column<{ balance: BalanceOnDay }>[] = CREDIT_TYPES.flatMap(type =>
  (['total', ...HOLDINGS] as const).map(line => ({
    title: (on: Day) =>
      `${CREDIT_TYPE_LABELS[type]}: ${line === 'total' ? 'certified' : HOLDING_LABELS[line].toLowerCase()} on ${showDay(on)}`,
    value: ({ balance }: { balance: BalanceOnDay }) =>
      balance.find(({ creditType }) => creditType === type)?.[line] ?? null,
  })),
)

const PROJECT_TABLE: Column<z.output<typeof publicProject>>[] = [
  { title: 'Project', value: row => row.name },
  { title: 'Id', value: row => row.id },
  { title: 'Type', value: row => row.type?.name ?? null },
  { title: 'Status', value: row => project.statuses[row.status].label },
  { title: 'Market', value: row => row.round.market },
  { title: 'Market round', value: row => row.round.name },
  ...PLACES,
  ...SHOWN_PLACES,
  ...publicColumns(PROJECT_COLUMNS),
  ...UNITS,
]

const REQUIREMENT_TABLE: Column<z.output<typeof publicRequirement>>[] = [
  { title: 'Credit requirement', value: row => row.name },
  { title: 'Id', value: row => row.id },
  { title: 'Type', value: row => row.type },
  { title: 'Status', value: row => requirement.statuses[row.status].label },
  { title: 'Market', value: row => row.round.market },
  { title: 'Market round', value: row => row.round.name },
  { title: 'Credit type', value: row => row.creditType && CREDIT_TYPE_LABELS[row.creditType] },
  { title: 'Units needed', value: row => row.units },
  { title: 'Additional units needed', value: row => row.additionalUnits },
  ...publicColumns(REQUIREMENT_COLUMNS),
  { title: REQUIREMENT_COLUMNS.redemptionDate.label, value: row => row.redemptionDate },
  ...PLACES,
  ...SHOWN_PLACES,
  ...UNITS,
]

type PlacedCredit = CreditRow & Place

/** Credits as rows of a download: with the place of the project that supplies them. */
const placedCredits = async (
  db: Kysely<Database>,
  rows: readonly Credit[],
  reader: Actor,
  on: Day,
): Promise<PlacedCredit[]> => {
  const ids = [...new Set(rows.map(({ projectId }) => projectId))]
  const [items, places] = await Promise.all([
    creditRows(db, rows, reader, on),
    db
      .selectFrom('project')
      .select(['id', 'ncaId', 'lpaId', 'subcatchmentId'])
      .where('id', '=', sql<string>`any(${ids})`)
      .execute(),
  ])
  const { nca, lpa, subcatchment } = await namesIn(db, {
    nca: ['nca', places.map(one => one.ncaId)],
    lpa: ['lpa', places.map(one => one.lpaId)],
    subcatchment: ['subcatchment', places.map(one => one.subcatchmentId)],
  })
  const placeOf = new Map(places.map(one => [one.id, one]))
  return items.map((item, at) => {
    const its = placeOf.get(rows[at]!.projectId)
    return {
      ...item,
      nca: nca(its?.ncaId ?? null),
      lpa: lpa(its?.lpaId ?? null),
      subcatchment: subcatchment(its?.subcatchmentId ?? null),
    }
  })
}

const { isReserved: _isReserved, ...publicCreditColumns } = creditColumns(CREDIT_TYPE_LABELS)
const CREDIT_TABLE: Column<PlacedCredit>[] = [
  ...tableColumns(creditNoun, publicCreditColumns, OWN_CELLS),
  ...PLACES,
]

/** The public registry: what settled rounds have brought about, without money and without owners. */
export const REGISTRY = {
  projects: {
    ...inPublic(
      projects,
      { ...project, ...publicWords(project), row: publicProject, collection: undefined },
      isOneOf('project.status', SOLD_PROJECTS),
    ),
    searchColumns: [textSearch('project.name')],
    rows: async (db: Kysely<Database>, rows: Project[], _: Actor, on: Day) => {
      const ids = rows.map(({ id }) => id)
      const [items, place, balance] = await Promise.all([
        projectRows(db, rows, NOBODY, on),
        placesForOthers(db, 'project', ids),
        balancesOn(db, 'projectId', ids, on),
      ])
      return items.map(item =>
        shown(publicProject)({ ...item, place: place(item.id), balance: balance(item.id) }),
      )
    },
    columns: PROJECT_TABLE,
  },
  requirements: {
    ...inPublic(
      requirements,
      { ...requirement, ...publicWords(requirement), row: publicRequirement, collection: undefined },
      isOneOf('requirement.status', SOLD_REQUIREMENTS),
    ),
    searchColumns: [textSearch('requirement.name')],
    rows: async (db: Kysely<Database>, rows: Requirement[], _: Actor, on: Day) => {
      const ids = rows.map(({ id }) => id)
      const [items, place, balance] = await Promise.all([
        requirementRows(db, rows, NOBODY),
        placesForOthers(db, 'requirement', ids),
        balancesOn(db, 'requirementId', ids, on),
      ])
      return items.map((item, at) =>
        shown(publicRequirement)({
          ...item,
          ...viewValuesOfRequirement(rows[at]!),
          place: place(item.id),
          balance: balance(item.id),
        }),
      )
    },
    columns: REQUIREMENT_TABLE,
  },
  credits: {
    ...inPublic(credits, { ...creditNoun, ...publicWords(creditNoun) }, IN_REGISTRY),
    rows: creditRows,
    columns: CREDIT_TABLE,
    table: { rows: placedCredits },
  },
}

import { type Expression, type Kysely, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { BalanceOnDay } from '#contract/kit/balance'
import { PROJECT_COLUMNS } from '#contract/columns/project'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { credit as creditNoun, creditColumns, type CreditRow } from '#contract/credit/credit'
import type { ListedNoun } from '#contract/kit/noun'
import type { publishedPlace } from '#contract/subject/place'
import { project } from '#contract/project/project'
import { publicProject, publicRequirement, publicListOptions } from '#contract/public/public'
import { requirement } from '#contract/requirement/requirement'
import type { RoundOfItem } from '#contract/round/round'
import type { IdAndName } from '#contract/kit/values'
import { type Actor, ANONYMOUS, SYSTEM } from '#domain/people/actor'
import { type Holding, HOLDINGS } from '#domain/credit/balance'
import type { Credit } from '#domain/credit/credit'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { type Day, showDay } from '@credit-market/values/dates'
import { PLACE_PRECISION_LABELS } from '#domain/place/precision'
import { type Project, SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { type Requirement, SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import type { Database } from '../../store/tables/tables.ts'
import { balancesOnDate } from '../listing/balance.ts'
import { creditRows } from '../credit.ts'
import { readNamesByKind } from '../kit/names.ts'
import { readDisclosedLocations } from '../../place/place.ts'
import { projectRows } from '../project.ts'
import { requirementRows } from '../requirement.ts'
import { pickColumnValues } from '../kit/columns.ts'
import { isOneOfValuesSql } from '../kit/visible.ts'
import { creditList, IS_IN_REGISTRY, CREDIT_CELLS } from './credits.ts'
import { textSearch } from '../listing/filters.ts'
import { columnsByCard, publicColumns, tableColumns } from '../listing/columns.ts'
import type { AnyListing, ExportColumn } from '../listing/listing.ts'
import { projectList } from './projects.ts'
import { requirementList } from './requirements.ts'

/** The registry is read with the rights of the system; its public shape then removes private values. */
export const REGISTRY_READER = SYSTEM

/** Rows in their public shape: properties that the shape does not declare are removed. */
const shown =
  <T extends z.ZodObject>(shape: T) =>
  (row: object): z.output<T> =>
    shape.parse(row)

const words = <W>(all: Readonly<Record<string, W>>, names: readonly string[]): Record<string, W> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))

/** A list for the public: without filters and sorts that would reveal an owner. */
const inPublic = <N extends ListedNoun>(listing: AnyListing, noun: N, baseFilter: Expression<SqlBool>) => ({
  ...listing,
  noun,
  filters: words(listing.filters, Object.keys(noun.filters)),
  sorts: words(listing.sorts, noun.sorts),
  baseFilter,
  table: undefined,
})

const viewValuesOfRequirement = pickColumnValues(REQUIREMENT_COLUMNS, 'view')

type Place = Record<'nca' | 'lpa' | 'subcatchment', IdAndName | null>

const PLACES: ExportColumn<Place>[] = [
  { title: 'Planning authority', value: row => row.lpa?.name ?? null },
  { title: 'Planning authority code', value: row => row.lpa?.id ?? null },
  { title: 'National character area', value: row => row.nca?.name ?? null },
  { title: 'National character area code', value: row => row.nca?.id ?? null },
  { title: 'Subcatchment', value: row => row.subcatchment?.name ?? null },
  { title: 'Subcatchment code', value: row => row.subcatchment?.id ?? null },
]

/** Location columns, as precise as the owner discloses. */
const SHOWN_PLACES: ExportColumn<{ place: z.output<typeof publishedPlace> }>[] = [
  { title: 'Location precision', value: ({ place }) => PLACE_PRECISION_LABELS[place.precision] },
  { title: 'Grid reference', value: ({ place }) => place.gridReference },
  { title: 'Latitude', value: ({ place }) => place.latitude },
  { title: 'Longitude', value: ({ place }) => place.longitude },
]

/** Lines of a balance within the title of a column. */
const LINE_WORDS: Record<'total' | Holding, string> = {
  total: 'certified',
  unsold: 'unsold',
  reserve: 'reserve',
  rightsCreated: 'rights created',
  rightsAllocated: 'rights allocated',
  issued: 'issued',
  redeemed: 'redeemed',
  retired: 'retired',
}

/** Columns of units on a date: for each type the total of certified units, and the units in each holding. */
const UNITS: ExportColumn<{ balance: BalanceOnDay }>[] = CREDIT_TYPES.flatMap(type =>
  (['total', ...HOLDINGS] as const).map(line => ({
    title: (on: Day) => `${CREDIT_TYPE_LABELS[type]}: ${LINE_WORDS[line]} on ${showDay(on)}`,
    value: ({ balance }: { balance: BalanceOnDay }) =>
      balance.find(({ creditType }) => creditType === type)?.[line] ?? null,
  })),
)

const ID: ExportColumn<{ id: string }> = { title: 'Id', value: row => row.id }
const MARKET: ExportColumn<{ round: RoundOfItem }> = {
  title: PROJECT_COLUMNS.market.label,
  value: row => row.round.market,
}

const ofProject = <const K extends keyof typeof PROJECT_COLUMNS>(...names: K[]) =>
  columnsByCard(project, PROJECT_COLUMNS, names)
const PROJECT_TABLE: ExportColumn<z.output<typeof publicProject>>[] = [
  ...ofProject('name'),
  ID,
  ...ofProject('type', 'status'),
  MARKET,
  ...ofProject('round'),
  ...PLACES,
  ...SHOWN_PLACES,
  ...publicColumns(PROJECT_COLUMNS),
  ...UNITS,
]

const ofRequirement = <const K extends keyof typeof REQUIREMENT_COLUMNS>(...names: K[]) =>
  columnsByCard(requirement, REQUIREMENT_COLUMNS, names)
const REQUIREMENT_TABLE: ExportColumn<z.output<typeof publicRequirement>>[] = [
  ...ofRequirement('name'),
  ID,
  ...ofRequirement('type', 'status'),
  MARKET,
  ...ofRequirement('round'),
  {
    title: REQUIREMENT_COLUMNS.creditType.label,
    value: row => row.creditType && CREDIT_TYPE_LABELS[row.creditType],
  },
  ...ofRequirement('units', 'additionalUnits'),
  ...publicColumns(REQUIREMENT_COLUMNS),
  ...ofRequirement('redemptionDate'),
  ...PLACES,
  ...SHOWN_PLACES,
  ...UNITS,
]

type PlacedCredit = CreditRow & Place

/** Rows of a download of credits: with the location of the supplying project. */
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
  const { nca, lpa, subcatchment } = await readNamesByKind(db, {
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
const CREDIT_TABLE: ExportColumn<PlacedCredit>[] = [
  ...tableColumns(creditNoun, publicCreditColumns, CREDIT_CELLS),
  ...PLACES,
]

/** The public registry: results of settled rounds, without amounts of money and without owners. */
export const REGISTRY_LISTS = {
  projects: {
    ...inPublic(
      projectList,
      { ...project, ...publicListOptions(project), row: publicProject, collection: undefined },
      isOneOfValuesSql('project.status', SOLD_PROJECT_STATUSES),
    ),
    searchColumns: [textSearch('project.name')],
    rows: async (db: Kysely<Database>, rows: Project[], _: Actor, on: Day) => {
      const ids = rows.map(({ id }) => id)
      const [items, place, balance] = await Promise.all([
        projectRows(db, rows, ANONYMOUS, on),
        readDisclosedLocations(db, 'project', ids),
        balancesOnDate(db, 'projectId', ids, on),
      ])
      return items.map(item =>
        shown(publicProject)({ ...item, place: place(item.id), balance: balance(item.id) }),
      )
    },
    columns: PROJECT_TABLE,
  },
  requirements: {
    ...inPublic(
      requirementList,
      { ...requirement, ...publicListOptions(requirement), row: publicRequirement, collection: undefined },
      isOneOfValuesSql('requirement.status', SOLD_REQUIREMENT_STATUSES),
    ),
    searchColumns: [textSearch('requirement.name')],
    rows: async (db: Kysely<Database>, rows: Requirement[], _: Actor, on: Day) => {
      const ids = rows.map(({ id }) => id)
      const [items, place, balance] = await Promise.all([
        requirementRows(db, rows, ANONYMOUS),
        readDisclosedLocations(db, 'requirement', ids),
        balancesOnDate(db, 'requirementId', ids, on),
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
    ...inPublic(creditList, { ...creditNoun, ...publicListOptions(creditNoun) }, IS_IN_REGISTRY),
    rows: creditRows,
    columns: CREDIT_TABLE,
    table: { rows: placedCredits },
  },
}

import { type Expression, type Kysely, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { credit as creditNoun, type CreditHistory } from '#contract/credit'
import type { Listed } from '#contract/noun'
import { publicProject, publicRequirement, publicWords } from '#contract/public'
import { project } from '#contract/project'
import { requirement } from '#contract/requirement'
import type { Project } from '#domain/project'
import type { Requirement } from '#domain/requirement'
import { SYSTEM, type Actor } from '#domain/actor'
import { isBeforeSettlement } from '#domain/credit'
import type { Day } from '#domain/dates'
import { type Behind, mayKnowOfRound } from '#domain/disclosure'
import type { Database } from '../store/tables.ts'
import { knownTogetherInAll, surplusFor } from './amounts.ts'
import { quantitiesIn } from './balance.ts'
import { projectBalance } from './project-balance.ts'
import type { ProjectBalance } from '#contract/balance'
import { creditHistory, creditWith } from './credit.ts'
import type { AnyListing } from './lists/listing.ts'
import { credits, IN_REGISTRY } from './lists/credits.ts'
import { SOLD_PROJECTS } from '#domain/project'
import { SOLD_REQUIREMENTS } from '#domain/requirement'
import { projects } from './lists/projects.ts'
import { requirements } from './lists/requirements.ts'
import { textSearch } from './lists/filters.ts'
import { projectRows } from './project.ts'
import { requirementRows } from './requirement.ts'

/** Somebody who has not signed in: knows no amount of anybody. */
const NOBODY: Actor = { ...SYSTEM, userId: '' }

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
  columns: [],
})

/** The public registry: what settled rounds have brought about, without money and without owners. */
export const REGISTRY = {
  projects: {
    ...inPublic(
      projects,
      { ...project, ...publicWords(project), row: publicProject, collection: undefined },
      sql<SqlBool>`${sql.ref('project.status')} = any(${sql.val(SOLD_PROJECTS)}::text[])`,
    ),
    searchColumns: [textSearch('project.name')],
    rows: async (db: Kysely<Database>, rows: Project[], _: Actor, on: Day) =>
      (await projectRows(db, rows, NOBODY, on)).map(shown(publicProject)),
  },
  requirements: {
    ...inPublic(
      requirements,
      { ...requirement, ...publicWords(requirement), row: publicRequirement, collection: undefined },
      sql<SqlBool>`${sql.ref('requirement.status')} = any(${sql.val(SOLD_REQUIREMENTS)}::text[])`,
    ),
    searchColumns: [textSearch('requirement.name')],
    rows: async (db: Kysely<Database>, rows: Requirement[]) =>
      (await requirementRows(db, rows, NOBODY)).map(shown(publicRequirement)),
  },
  credits: inPublic(credits, { ...creditNoun, ...publicWords(creditNoun) }, IN_REGISTRY),
}

/** The credit of the registry that holds the units which a serial names, with all that has happened to them. */
export const creditOfSerial = async (
  db: Kysely<Database>,
  serial: string,
  on: Day,
): Promise<CreditHistory | undefined> => {
  const credit = await creditWith(db, serial)
  return credit && !isBeforeSettlement(credit.status)
    ? creditHistory(db, credit, REGISTRY_READER, on)
    : undefined
}

/** The rounds that have been announced, with their days. */
export const publicRounds = async (db: Kysely<Database>) =>
  db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .select([
      'round.id',
      'round.name',
      'market.name as market',
      'status',
      'services',
      'bidderType',
      'settledAt',
    ])
    .select(['suppliersStart', 'suppliersEnd', 'buyersStart', 'buyersEnd'])
    .select(['projectsStart', 'projectsEnd', 'requirementsStart', 'requirementsEnd'])
    .where('status', '<>', 'Draft')
    .orderBy('round.ordinal', 'desc')
    .execute()

/** What settled rounds have come to, as far as anybody may know it: three questions, however many rounds there are. */
export const statistics = async (db: Kysely<Database>, on: Day) => {
  const settled = await db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .innerJoin('settledRound', 'settledRound.roundId', 'round.id')
    .select(['round.id', 'round.name', 'market.name as market', 'settledAt'])
    .select(['projects', 'requirements', 'surplus', 'payers', 'receivers', 'sold'])
    .where('status', '=', 'Settled')
    .orderBy('settledAt', 'desc')
    .execute()
  const knownTogether = await knownTogetherInAll(
    db,
    settled.map(({ id }) => id),
  )
  const maySay = (figure: 'winners' | 'units'): boolean => mayKnowOfRound(figure, null, 'Settled')
  const rounds = settled.map(({ id, name, market, settledAt, surplus, payers, receivers, ...round }) => ({
    ...{ id, name, market, settledAt },
    projects: maySay('winners') ? round.projects : 0,
    requirements: maySay('winners') ? round.requirements : 0,
    units: maySay('units') ? quantitiesIn(round.sold, on) : [],
    surplus:
      surplus === null
        ? null
        : surplusFor(
            null,
            'Settled',
            { surplus, organisations: sidesOf(payers, receivers) },
            knownTogether(id),
          ),
  }))
  return { on, rounds }
}

/** Who stands behind the sums of a match: a total asks of each only whether it pays or receives. */
const sidesOf = (payers: readonly string[], receivers: readonly string[]): Behind['organisations'] => [
  ...payers.map(organisationId => ({ organisationId, payment: 1 })),
  ...receivers.map(organisationId => ({ organisationId, payment: -1 })),
]

/** The balance sheet of a project of the registry; undefined for any other. */
export const publicProjectBalance = async (
  db: Kysely<Database>,
  id: string,
  on: Day,
): Promise<ProjectBalance | undefined> => {
  const found = await db
    .selectFrom('project')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', SOLD_PROJECTS)
    .executeTakeFirst()
  return found && projectBalance(db, found.id, on)
}

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
import { mayKnowOfRound } from '#domain/disclosure'
import type { ItemOutcome } from '#domain/outcome'
import type { Database } from '../store/tables.ts'
import { knownTogetherIn, surplusFor } from './amounts.ts'
import { heldIn, quantitiesIn } from './balance.ts'
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
import { outcomesOf } from './outcomes.ts'
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

/** What settled rounds have come to, as far as anybody may know it. */
export const statistics = async (db: Kysely<Database>, on: Day) => {
  const settled = await db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .select(['round.id', 'round.name', 'market.name as market', 'settledAt'])
    .where('status', '=', 'Settled')
    .orderBy('settledAt', 'desc')
    .execute()
  const outcomes = await outcomesOf(
    db,
    settled.map(({ id }) => id),
  )
  const rounds = []
  for (const round of settled) {
    const outcome = outcomes.get(round.id)?.outcome
    const won = (of: ItemOutcome['of']): number =>
      mayKnowOfRound('winners', null, 'Settled')
        ? (outcome?.items.filter(item => item.of === of && item.won).length ?? 0)
        : 0
    rounds.push({
      ...round,
      projects: won('project'),
      requirements: won('requirement'),
      units: mayKnowOfRound('units', null, 'Settled')
        ? quantitiesIn(await heldIn(db, soldIn(round.id)), on)
        : [],
      surplus: outcome ? surplusFor(null, 'Settled', outcome, await knownTogetherIn(db, round.id)) : null,
    })
  }
  return { on, rounds }
}

const soldIn = (roundId: string) => sql<SqlBool>`requirement_id is not null and round_id = ${roundId}`

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

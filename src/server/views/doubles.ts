import type { ActionName } from '#actions/index'
import type { NextStep } from '#contract/kit/resource'
import { sql, type Kysely } from 'kysely'
import {
  iterateSimilarPairs,
  findSimilarOrganisations,
  type SimilarOrganisationPair,
  type OrganisationToCompare,
  type SimilarOrganisation,
} from '#domain/people/look-alikes'
import type { Organisation } from '#domain/people/organisation'
import type { PossibleDuplicate } from '#contract/people/organisation'
import { readDataVersion } from '../store/state.ts'
import { databaseOfConnection } from '../store/store.ts'
import type { Database } from '../store/tables/tables.ts'

/** Limit of pairs: beyond it the list only says that there are more, since no one reviews that many at once. */
const MOST = 1000

interface Known {
  version: string
  all: OrganisationToCompare[]
  /** Pairs that someone has declared to be different organisations. */
  settled: ReadonlySet<string>
  /** The first possible duplicates, one more than are listed. */
  pairs: SimilarOrganisationPair[]
}

const known = new WeakMap<Kysely<Database>, Known>()

const keyOf = (one: string, other: string): string => JSON.stringify([one, other].toSorted())

/**
 * Organisations, and pairs that look alike and are not declared different. Compared again only when an organisation
 * or a declaration about one has changed.
 */
const possibleDoubles = async (db: Kysely<Database>): Promise<Known> => {
  const version = await readDataVersion(db, ['organisation', 'organisation_tie'])
  const before = known.get(databaseOfConnection(db))
  if (before?.version === version) return before
  const all = await db
    .selectFrom('organisation')
    .selectAll()
    .where('type', 'in', ['PARTICIPANT', 'AGENT'])
    .where('mergedIntoId', 'is', null)
    .orderBy('ordinal')
    .execute()
  const ties = await db
    .selectFrom('organisationTie')
    .select(['organisationId', 'otherId'])
    .where('otherId', 'is not', null)
    .execute()
  const settled = new Set(ties.map(({ organisationId, otherId }) => keyOf(organisationId, otherId ?? '')))
  const pairs: SimilarOrganisationPair[] = []
  for (const pair of iterateSimilarPairs(all)) {
    if (!settled.has(keyOf(...pair.ids))) pairs.push(pair)
    if (pairs.length > MOST) break
  }
  const found = { version, all, settled, pairs }
  known.set(databaseOfConnection(db), found)
  return found
}

/** The first possible duplicates with names, oldest first. */
export const readPossibleDuplicates = async (db: Kysely<Database>): Promise<PossibleDuplicate[]> => {
  const pairs = (await possibleDoubles(db)).pairs.slice(0, MOST)
  const rows = await db
    .selectFrom('organisation')
    .select(['id', 'name', 'type'])
    .where('id', '=', sql<string>`any(${pairs.flatMap(({ ids }) => ids)})`)
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return pairs.flatMap(({ ids: [one, other], reasons }) => {
    const [older, newer] = [byId.get(one), byId.get(other)]
    return older && newer ? [{ older, newer, reasons }] : []
  })
}

/** The number of possible duplicates that wait for the market operator's review, as a next step. */
export const duplicatesNextStep = async (db: Kysely<Database>): Promise<NextStep[]> => {
  const { pairs } = await possibleDoubles(db)
  const count = Math.min(pairs.length, MOST)
  if (count === 0) return []
  const many = pairs.length > MOST ? `More than ${MOST}` : String(count)
  return [
    {
      text:
        count === 1
          ? '1 pair of organisations may be duplicates'
          : `${many} pairs of organisations may be duplicates`,
      detail:
        'Confirm the pairs that are different, and merge the pairs that are the same: prices depend on it.',
      link: '/possible-doubles',
      action: 'SetDifferent' satisfies ActionName<'organisation'>,
      on: { kind: 'organisation', id: null },
      count,
    },
  ]
}

/** Possible duplicates of one organisation, with names. */
export const listDuplicatesOfOrganisation = async (
  db: Kysely<Database>,
  { id }: Pick<Organisation, 'id'>,
): Promise<SimilarOrganisation[]> => {
  const { all, settled } = await possibleDoubles(db)
  const its = all.find(one => one.id === id)
  if (!its) return []
  return findSimilarOrganisations(
    its,
    all.filter(one => one.id !== id && !settled.has(keyOf(id, one.id))),
  )
}

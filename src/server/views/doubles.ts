import type { ActionName } from '#actions/index'
import type { NextThing } from '#contract/resource'
import { sql, type Kysely } from 'kysely'
import { alikePairs, lookAlikesOf, type AlikePair, type Compared, type LookAlike } from '#domain/look-alikes'
import type { Organisation } from '#domain/organisation'
import type { PossibleDouble } from '#contract/organisation'
import { stateOf } from '../store/state.ts'
import { wholeOf } from '../store/store.ts'
import type { Database } from '../store/tables.ts'

/** Beyond these it is known that there are more, and nobody looks through them at once. */
const MOST = 1000

interface Known {
  stamp: string
  all: Compared[]
  /** Of which pairs somebody has said that they are two. */
  settled: ReadonlySet<string>
  /** The first that look alike, one more than are told. */
  pairs: AlikePair[]
}

const known = new WeakMap<Kysely<Database>, Known>()

const keyOf = (one: string, other: string): string => JSON.stringify([one, other].toSorted())

/**
 * The organisations, and every two that look alike and of which nobody has said that they are different. They are compared anew only
 * when an organisation, or what has been said of one, has changed.
 */
const possibleDoubles = async (db: Kysely<Database>): Promise<Known> => {
  const { rows } = await sql<{ stamp: string }>`
    select ${stateOf('organisation organisation_tie')} as stamp`.execute(db)
  const stamp = rows[0]?.stamp ?? ''
  const before = known.get(wholeOf(db))
  if (before?.stamp === stamp) return before
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
  const pairs: AlikePair[] = []
  for (const pair of alikePairs(all)) {
    if (!settled.has(keyOf(...pair.ids))) pairs.push(pair)
    if (pairs.length > MOST) break
  }
  const found = { stamp, all, settled, pairs }
  known.set(wholeOf(db), found)
  return found
}

/** The first possible doubles by name, oldest first. */
export const namedDoubles = async (db: Kysely<Database>): Promise<PossibleDouble[]> => {
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

/** How many pairs of organisations wait for the market operator to look whether they are two, as something to do. */
export const doublesToLookAt = async (db: Kysely<Database>): Promise<NextThing[]> => {
  const { pairs } = await possibleDoubles(db)
  const count = Math.min(pairs.length, MOST)
  if (count === 0) return []
  const many = pairs.length > MOST ? `More than ${MOST}` : String(count)
  return [
    {
      text: count === 1 ? '1 pair of organisations looks alike' : `${many} pairs of organisations look alike`,
      detail:
        'Set apart those that are two, and merge those that are one: prices depend on who is one player.',
      link: '/possible-doubles',
      action: 'SetDifferent' satisfies ActionName<'organisation'>,
      on: { kind: 'organisation', id: null },
      count,
    },
  ]
}

/** The possible doubles of one organisation, by name. */
export const doublesOf = async (
  db: Kysely<Database>,
  { id }: Pick<Organisation, 'id'>,
): Promise<LookAlike[]> => {
  const { all, settled } = await possibleDoubles(db)
  const its = all.find(one => one.id === id)
  if (!its) return []
  return lookAlikesOf(
    its,
    all.filter(one => one.id !== id && !settled.has(keyOf(id, one.id))),
  )
}

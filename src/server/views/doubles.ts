import type { ActionName } from '#actions/index'
import type { NextThing } from '#contract/resource'
import { sql, type Kysely } from 'kysely'
import { alikePairs, type AlikePair } from '#domain/look-alikes'
import type { Organisation } from '#domain/organisation'
import type { PossibleDouble } from '#contract/organisation'
import { stateOf } from '../store/state.ts'
import { wholeOf } from '../store/store.ts'
import type { Database } from '../store/tables.ts'
import { namesOf } from './names.ts'

interface Known {
  stamp: string
  pairs: AlikePair[]
}

const known = new WeakMap<Kysely<Database>, Known>()

const keyOf = (one: string, other: string): string => JSON.stringify([one, other].toSorted())

/**
 * Every two organisations that look alike and of which nobody has said that they are different. They are compared anew only
 * when an organisation, or what has been said of one, has changed.
 */
const possibleDoubles = async (db: Kysely<Database>): Promise<AlikePair[]> => {
  const { rows } = await sql<{ stamp: string }>`
    select ${stateOf('organisation organisation_tie')} as stamp`.execute(db)
  const stamp = rows[0]?.stamp ?? ''
  const before = known.get(wholeOf(db))
  if (before?.stamp === stamp) return before.pairs
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
  const pairs = alikePairs(all).filter(({ ids: [one, other] }) => !settled.has(keyOf(one, other)))
  known.set(wholeOf(db), { stamp, pairs })
  return pairs
}

/** The possible doubles by name, oldest first. */
export const namedDoubles = async (db: Kysely<Database>): Promise<PossibleDouble[]> => {
  const pairs = await possibleDoubles(db)
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
  const { length: count } = await possibleDoubles(db)
  if (count === 0) return []
  return [
    {
      text:
        count === 1 ? '1 pair of organisations looks alike' : `${count} pairs of organisations look alike`,
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
): Promise<{ id: string; name: string; reasons: string[] }[]> => {
  const its = (await possibleDoubles(db)).filter(({ ids }) => ids.includes(id))
  const others = its.map(({ ids: [one, other], reasons }) => ({ id: one === id ? other : one, reasons }))
  const name = await namesOf(
    db,
    'organisation',
    others.map(other => other.id),
  )
  return others.map(other => ({ ...other, name: name(other.id)?.name ?? other.id }))
}

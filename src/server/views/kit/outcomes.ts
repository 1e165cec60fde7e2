import { type Kysely, sql } from 'kysely'
import { deriveRoundOutcome, type ItemOutcome, type RoundOutcome } from '#domain/match/outcome'
import { databaseOfConnection } from '../../store/store.ts'
import type { Database } from '../../store/tables/tables.ts'

interface Kept {
  outcome: RoundOutcome
  items: ReadonlyMap<string, ItemOutcome>
}

/** Cache of round results by run and version; results of a version never change. */
const read = new WeakMap<Kysely<Database>, Map<string, Kept>>()
const MOST_KEPT = 100

const keptIn = (db: Kysely<Database>): Map<string, Kept> => {
  const whole = databaseOfConnection(db)
  const found = read.get(whole) ?? new Map<string, Kept>()
  read.set(whole, found)
  return found
}

/** Results of the newest match of each round; rounds without a match are left out. */
export const readNewestMatchResults = async (
  db: Kysely<Database>,
  roundIds: readonly string[],
): Promise<ReadonlyMap<string, Kept>> => {
  const outcomes = new Map<string, Kept>()
  if (roundIds.length === 0) return outcomes
  const newest = await db
    .selectFrom('matchResult')
    .select(['id', 'roundId', 'version'])
    .distinctOn('roundId')
    .where('roundId', '=', sql<string>`any(${[...new Set(roundIds)]})`)
    .where('solution', 'is not', null)
    .orderBy('roundId')
    .orderBy('ordinal', 'desc')
    .execute()
  const kept = keptIn(db)
  for (const { id, roundId, version } of newest) {
    const key = `${id} ${version}`
    const found = kept.get(key) ?? (await readOut(db, id))
    kept.set(key, found)
    outcomes.set(roundId, found)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  }
  return outcomes
}

const readOut = async (db: Kysely<Database>, id: string): Promise<Kept> => {
  const { problem, solution, unconfirmed } = await db
    .selectFrom('matchResult')
    .select(['problem', 'solution', 'unconfirmed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!solution) throw new Error(`The match ${id} has no solution`)
  const outcome = deriveRoundOutcome(problem, solution, unconfirmed)
  return { outcome, items: new Map(outcome.items.map(item => [item.id, item])) }
}

import { type Kysely, sql } from 'kysely'
import type { ResultHead } from '#contract/result'
import type { RoundOfItem } from '#contract/round'
import type { Named } from '#contract/values'
import { type Actor, isOperator } from '#domain/actor'
import { mayKnow } from '#domain/disclosure'
import type { Instant } from '#domain/dates'
import { poundsOf } from '#domain/money'
import type { RoundOutcome } from '#domain/outcome'
import { figuresOf, resultSentences } from '#domain/result-words'
import type { Database } from '../store/tables.ts'
import { proceedsView } from './amounts.ts'
import { named, namesOf, roundsOf } from './names.ts'
import { outcomesOf } from './outcomes.ts'

/** One organisation's part in the result of a round. */
export const partOf = ({ items, organisations }: RoundOutcome, organisationId: string) => ({
  items: items.filter(item => item.organisationId === organisationId),
  sums: organisations.find(one => one.organisationId === organisationId),
})

/** What a round means for an organisation, in short. */
export const headOf = (
  reader: Actor,
  round: RoundOfItem,
  settledAt: Instant | null,
  organisation: Named,
  outcome: RoundOutcome,
): ResultHead => {
  const isOwn = organisation.id === reader.organisationId
  const figures = figuresOf(outcome, organisation.id)
  return {
    round,
    settledAt,
    organisation,
    isOwn,
    sentences: resultSentences(figures, isOwn ? null : organisation.name),
    ...figures,
    payment: poundsOf(figures.payment),
    proceeds: proceedsView(figures.proceeds),
  }
}

interface Pair {
  organisationId: string
  roundId: string
}

/** The settled rounds, newest first, that have a result for one of these organisations which the reader may know. */
const settledPairs = async (db: Kysely<Database>, reader: Actor, organisationIds: readonly string[]) => {
  const rows = await db
    .selectFrom('participation')
    .innerJoin('round', 'round.id', 'participation.roundId')
    .select(['participation.organisationId', 'participation.roundId', 'round.settledAt'])
    .distinct()
    .where('round.status', '=', 'Settled')
    .where('participation.organisationId', '=', sql<string>`any(${[...organisationIds]})`)
    .orderBy('round.settledAt', 'desc')
    .execute()
  return rows.filter(({ organisationId: ownerId, roundId }) =>
    mayKnow('organisationMoney', reader, { ownerId, roundId }, 'Settled'),
  )
}

const headsOf = async (
  db: Kysely<Database>,
  reader: Actor,
  pairs: readonly (Pair & { settledAt: Instant | null })[],
): Promise<ResultHead[]> => {
  if (pairs.length === 0) return []
  const roundIds = pairs.map(({ roundId }) => roundId)
  const outcomes = await outcomesOf(db, roundIds)
  const round = await roundsOf(db, roundIds)
  const organisation = await namesOf(
    db,
    'organisation',
    pairs.map(({ organisationId }) => organisationId),
  )
  return pairs.flatMap(({ roundId, organisationId, settledAt }) => {
    const found = outcomes.get(roundId)
    if (!found || partOf(found.outcome, organisationId).items.length === 0) return []
    return [headOf(reader, round(roundId), settledAt, named(organisation, organisationId), found.outcome)]
  })
}

/** The organisations that were merged into one. */
export const formerOf = async (db: Kysely<Database>, organisationId: string): Promise<string[]> =>
  (await db.selectFrom('organisation').select('id').where('mergedIntoId', '=', organisationId).execute()).map(
    ({ id }) => id,
  )

/** The results of an organisation, and of those merged into it, as far as this reader may know them. */
export const resultsOf = async (
  db: Kysely<Database>,
  reader: Actor,
  organisationId: string,
): Promise<ResultHead[]> => {
  const former = await formerOf(db, organisationId)
  return headsOf(db, reader, await settledPairs(db, reader, [organisationId, ...former]))
}

/** The results of all settled rounds of a reader, own and of clients; those are new that the reader has not put away. */
export const knownResults = async (
  db: Kysely<Database>,
  reader: Actor,
): Promise<{ all: ResultHead[]; fresh: ResultHead[] }> => {
  if (isOperator(reader) || reader.userId === null) return { all: [], fresh: [] }
  const own = reader.organisationId === null ? [] : [reader.organisationId, ...(reader.formerIds ?? [])]
  const clients = new Set(reader.authorities.map(held => held.clientId))
  const all = await headsOf(db, reader, await settledPairs(db, reader, [...own, ...clients]))
  if (all.length === 0) return { all, fresh: [] }
  const dismissed = await db
    .selectFrom('dismissedResult')
    .select(['roundId', 'organisationId'])
    .where('userId', '=', reader.userId)
    .execute()
  const fresh = all.filter(
    ({ round, organisation }) =>
      !dismissed.some(one => one.roundId === round.id && one.organisationId === organisation.id),
  )
  return { all, fresh }
}

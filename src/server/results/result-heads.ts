import { type Kysely, sql } from 'kysely'
import type { ResultSummary } from '#contract/round/result'
import type { RoundOfItem } from '#contract/round/round'
import type { IdAndName } from '#contract/kit/values'
import { type Actor, isOperator } from '#domain/people/actor'
import { mayReadFigure } from '#domain/disclosure/disclosure'
import type { Instant } from '@credit-market/values/dates'
import { poundsOf } from '@credit-market/values/money'
import type { RoundOutcome } from '#domain/match/outcome'
import {
  gapSentences,
  organisationResultFigures,
  partySentences,
  resultSentences,
} from '#domain/match/result-words'
import type { Database } from '../store/tables/tables.ts'
import { proceedsView } from '../views/kit/amounts.ts'
import { requireName, readNamesOfKind, readRoundsWithMarkets } from '../views/kit/names.ts'
import { readNewestMatchResults } from '../views/kit/outcomes.ts'

/** The part of one organisation in the result of a round. */
export const outcomeOfOrganisation = ({ items, organisations }: RoundOutcome, organisationId: string) => ({
  items: items.filter(item => item.organisationId === organisationId),
  sums: organisations.find(one => one.organisationId === organisationId),
})

/** Summary of a round's result for an organisation. */
export const summariseRoundResult = (
  reader: Actor,
  round: RoundOfItem,
  settledAt: Instant | null,
  organisation: IdAndName,
  outcome: RoundOutcome,
): ResultSummary => {
  const isOwn = organisation.id === reader.organisationId
  const figures = organisationResultFigures(outcome, organisation.id)
  return {
    round,
    settledAt,
    organisation,
    isOwn,
    sentences: [
      ...resultSentences(figures, isOwn ? null : organisation.name),
      ...partySentences(outcome, organisation.id, isOwn ? null : organisation.name),
      ...gapSentences(outcome),
    ],
    ...figures,
    payment: poundsOf(figures.payment),
    proceeds: proceedsView(figures.proceeds),
  }
}

interface Pair {
  organisationId: string
  roundId: string
}

/** Settled rounds, newest first, with a result for one of these organisations that the reader may know. */
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
    mayReadFigure('organisationMoney', reader, { ownerId, roundId }, 'Settled'),
  )
}

const headsOf = async (
  db: Kysely<Database>,
  reader: Actor,
  pairs: readonly (Pair & { settledAt: Instant | null })[],
): Promise<ResultSummary[]> => {
  if (pairs.length === 0) return []
  const roundIds = pairs.map(({ roundId }) => roundId)
  const outcomes = await readNewestMatchResults(db, roundIds)
  const round = await readRoundsWithMarkets(db, roundIds)
  const organisation = await readNamesOfKind(
    db,
    'organisation',
    pairs.map(({ organisationId }) => organisationId),
  )
  return pairs.flatMap(({ roundId, organisationId, settledAt }) => {
    const found = outcomes.get(roundId)
    if (!found || outcomeOfOrganisation(found.outcome, organisationId).items.length === 0) return []
    return [
      summariseRoundResult(
        reader,
        round(roundId),
        settledAt,
        requireName(organisation, organisationId),
        found.outcome,
      ),
    ]
  })
}

/** Organisations that were merged into this one. */
export const listOrganisationsMergedInto = async (
  db: Kysely<Database>,
  organisationId: string,
): Promise<string[]> =>
  (await db.selectFrom('organisation').select('id').where('mergedIntoId', '=', organisationId).execute()).map(
    ({ id }) => id,
  )

/** Results of an organisation and of those merged into it, as far as this reader may know them. */
export const readOrganisationResults = async (
  db: Kysely<Database>,
  reader: Actor,
  organisationId: string,
): Promise<ResultSummary[]> => {
  const former = await listOrganisationsMergedInto(db, organisationId)
  return headsOf(db, reader, await settledPairs(db, reader, [organisationId, ...former]))
}

/** Results of all settled rounds for the reader's organisation and clients; those not dismissed are marked as new. */
export const readResultsOfReader = async (
  db: Kysely<Database>,
  reader: Actor,
): Promise<{ all: ResultSummary[]; fresh: ResultSummary[] }> => {
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

import type { Kysely } from 'kysely'
import { type Actor, isAnonymous } from '#domain/people/actor'
import {
  mayReadFigure,
  mayReadCriticalAmount,
  mayReadMatchSum,
  type MatchSumParticipants,
} from '#domain/disclosure/disclosure'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { ItemOutcome, RoundOutcome } from '#domain/match/outcome'
import { mapProceedsAmounts, type ProjectProceeds } from '#domain/project/project'
import { pricePerUnit } from '#domain/prices/price'
import type { Round, RoundStatus } from '#domain/round/round'
import { unitsToNumber } from '@credit-market/values/units'
import type { EarlierResult, ItemResult, UnitsWon } from '#contract/round/item-result'
import type { ProceedsView } from '#contract/kit/values'
import { readRelatedOwnersInRound } from '../../store/known-together.ts'
import type { Database } from '../../store/tables/tables.ts'
import { readNewestMatchResults } from './outcomes.ts'

/** Pence in pounds; null stays null. */
export const poundsOrNull = (amount: Pence | null): number | null =>
  amount === null ? null : poundsOf(amount)

/** Beneficiaries of a project's money, in pounds; null if there are none. */
export const proceedsView = (proceeds: ProjectProceeds | null): ProceedsView | null =>
  proceeds && mapProceedsAmounts(proceeds, poundsOf)

/** An offer or bid as this reader may know it: the amount, or only that it exists (market rules 0.10). */
export const disclosedAmount = (
  reader: Actor,
  item: { ownerId: string; roundId: string },
  amount: Pence | null,
  roundStatus: RoundStatus,
): { amount: number | null; isSealed: boolean } => {
  if (amount === null) return { amount: null, isSealed: false }
  return mayReadFigure('amount', reader, item, roundStatus)
    ? { amount: poundsOf(amount), isSealed: false }
    : { amount: null, isSealed: true }
}

/** Surplus of a match in pounds, as the public or this reader may know it. */
export const disclosedSurplus = (
  reader: Actor | null,
  status: RoundStatus,
  { surplus, organisations }: Pick<RoundOutcome, 'surplus'> & Pick<MatchSumParticipants, 'organisations'>,
  knownTogether: MatchSumParticipants['knownTogether'],
): number | null =>
  mayReadMatchSum('surplus', reader, status, { organisations, knownTogether }) ? poundsOf(surplus) : null

type RuledRound = Pick<Round, 'id' | 'status' | 'tellsCriticalAmounts'>

/** Result of an offer or bid as this reader may know it; null if the reader may know nothing. */
export const toItemResult = (
  reader: Actor,
  round: RuledRound,
  item: ItemOutcome,
  surplusOfRound: number | null,
): ItemResult | null => {
  const of = { ownerId: item.organisationId, roundId: round.id }
  const may = (figure: 'itemMoney' | 'reason' | 'pricePerUnit' | 'counterparties') =>
    mayReadFigure(figure, reader, of, round.status)
  if (!may('itemMoney') || !may('reason')) return null
  return {
    won: item.won,
    value: poundsOf(item.value),
    share: poundsOf(item.share),
    payment: poundsOf(item.payment),
    proceeds: proceedsView(item.proceeds),
    reason: item.reason,
    sentence: item.sentence,
    critical: mayReadCriticalAmount(reader, of, round) ? poundsOrNull(item.critical) : null,
    percent: item.percent,
    ongoingOnly: item.ongoingOnly,
    units: item.units.map(({ creditType, units, unitsPerPeriod }) => ({
      creditType,
      units: unitsToNumber(units),
      unitsPerPeriod: unitsPerPeriod.map(period => ({ ...period, units: unitsToNumber(period.units) })),
    })),
    pricePerUnit: may('pricePerUnit') ? poundsOrNull(perUnitOf(item)) : null,
    counterparties: may('counterparties') ? item.counterparties : null,
    surplusOfRound,
  }
}

/**
 * Result of one offer or bid: for the operator once the engine has finished, for its owner and agent once the round
 * is settled.
 */
export const readItemResult = async (
  db: Kysely<Database>,
  reader: Actor,
  id: string,
  round: RuledRound | undefined,
): Promise<ItemResult | null> => {
  // A rejected match is not a result.
  if (round?.status !== 'Matched' && round?.status !== 'Settled') return null
  const found = (await readNewestMatchResults(db, [round.id])).get(round.id)
  const item = found?.items.get(id)
  if (!found || !item) return null
  const together = await readRelatedOwnersInRound(db, round.id)
  return toItemResult(reader, round, item, disclosedSurplus(reader, round.status, found.outcome, together))
}

/** Payment for an item, and its price per unit if it has one. */
interface Payment {
  payment: Pence
  /** The units that the payment is for. */
  won: UnitsWon
  proceeds: ProjectProceeds | null
  perUnit: Pence | null
}

const perUnitOf = (item: ItemOutcome): Pence | null => {
  const price = pricePerUnit(Math.abs(item.payment), item.units)
  return typeof price === 'number' ? price : null
}

/** Payments for a page of rows in settled rounds: null if there is none or the reader may not know it. */
export const readDisclosedPayments = async (
  db: Kysely<Database>,
  rounds: readonly Pick<Round, 'id' | 'status'>[],
  reader: Actor,
): Promise<(of: { id: string; roundId: string }) => Payment | null> => {
  const settled = isAnonymous(reader) ? [] : rounds.filter(({ status }) => status === 'Settled')
  const outcomes = await readNewestMatchResults(
    db,
    settled.map(({ id }) => id),
  )
  return ({ id, roundId }) => {
    const item = outcomes.get(roundId)?.items.get(id)
    if (!item?.won) return null
    const may = (figure: 'itemMoney' | 'pricePerUnit') =>
      mayReadFigure(figure, reader, { ownerId: item.organisationId, roundId }, 'Settled')
    return may('itemMoney')
      ? {
          payment: item.payment,
          won: item.units.map(({ creditType, units }) => ({ creditType, units: unitsToNumber(units) })),
          proceeds: item.proceeds,
          perUnit: may('pricePerUnit') ? perUnitOf(item) : null,
        }
      : null
  }
}

/** Results of a project or requirement in settled rounds before its current one, newest first. */
export const readEarlierResults = async (
  db: Kysely<Database>,
  reader: Actor,
  { id, ownerId, roundId }: { id: string; ownerId: string; roundId: string },
): Promise<EarlierResult[]> => {
  const rounds = await db
    .selectFrom('round')
    .innerJoin('market', 'market.id', 'round.marketId')
    .select(['round.id', 'round.name', 'round.status', 'round.marketId', 'market.name as market'])
    .select(['tellsCriticalAmounts', 'settledAt'])
    .where('round.status', '=', 'Settled')
    .where('round.id', '<>', roundId)
    .where('round.id', 'in', eb =>
      eb.selectFrom('participation').select('participation.roundId').where('organisationId', '=', ownerId),
    )
    .orderBy('settledAt', 'desc')
    .execute()
  const outcomes = await readNewestMatchResults(
    db,
    rounds.map(round => round.id),
  )
  return rounds.flatMap(({ settledAt, tellsCriticalAmounts, ...round }) => {
    const item = outcomes.get(round.id)?.items.get(id)
    const result = item && toItemResult(reader, { ...round, tellsCriticalAmounts }, item, null)
    return result ? [{ round, settledAt, result }] : []
  })
}

import type { Kysely } from 'kysely'
import { type Actor, isNobody } from '#domain/actor'
import { mayKnow, mayKnowCritical, mayKnowSum, type Behind } from '#domain/disclosure'
import { type Pence, poundsOf } from '#domain/money'
import type { ItemOutcome, RoundOutcome } from '#domain/outcome'
import { mapProceeds, type Proceeds } from '#domain/project'
import { pricePerUnit } from '#domain/price'
import type { Round, RoundStatus } from '#domain/round'
import { quantityOf } from '#domain/units'
import type { EarlierResult, ItemResult, UnitsWon } from '#contract/item-result'
import type { ProceedsView } from '#contract/values'
import { knownTogetherIn } from '../store/known-together.ts'
import type { Database } from '../store/tables.ts'
import { outcomesOf } from './outcomes.ts'

/** Pounds, or null for none. */
export const inPounds = (amount: Pence | null): number | null => (amount === null ? null : poundsOf(amount))

/** For whom the money of projects is, in pounds; null for nobody. */
export const proceedsView = (proceeds: Proceeds | null): ProceedsView | null =>
  proceeds && mapProceeds(proceeds, poundsOf)

/** An offer or bid as this reader may know it: its amount, or only that there is one (market rules 0.10). */
export const sealedFrom = (
  reader: Actor,
  item: { ownerId: string; roundId: string },
  amount: Pence | null,
  roundStatus: RoundStatus,
): { amount: number | null; isSealed: boolean } => {
  if (amount === null) return { amount: null, isSealed: false }
  return mayKnow('amount', reader, item, roundStatus)
    ? { amount: poundsOf(amount), isSealed: false }
    : { amount: null, isSealed: true }
}

/** The surplus of a match as anybody, or this reader, may know it; pounds. */
export const surplusFor = (
  reader: Actor | null,
  status: RoundStatus,
  { surplus, organisations }: Pick<RoundOutcome, 'surplus'> & Pick<Behind, 'organisations'>,
  knownTogether: Behind['knownTogether'],
): number | null =>
  mayKnowSum('surplus', reader, status, { organisations, knownTogether }) ? poundsOf(surplus) : null

type RuledRound = Pick<Round, 'id' | 'status' | 'tellsCriticalAmounts'>

/** What became of an offer or bid as this reader may know it; null when it may know nothing of it. */
export const itemResult = (
  reader: Actor,
  round: RuledRound,
  item: ItemOutcome,
  surplusOfRound: number | null,
): ItemResult | null => {
  const of = { ownerId: item.organisationId, roundId: round.id }
  const may = (figure: 'itemMoney' | 'reason' | 'pricePerUnit' | 'counterparties') =>
    mayKnow(figure, reader, of, round.status)
  if (!may('itemMoney') || !may('reason')) return null
  return {
    won: item.won,
    value: poundsOf(item.value),
    share: poundsOf(item.share),
    payment: poundsOf(item.payment),
    proceeds: proceedsView(item.proceeds),
    reason: item.reason,
    sentence: item.sentence,
    critical: mayKnowCritical(reader, of, round) ? inPounds(item.critical) : null,
    percent: item.percent,
    ongoingOnly: item.ongoingOnly,
    units: item.units.map(({ creditType, units, unitsPerPeriod }) => ({
      creditType,
      units: quantityOf(units),
      unitsPerPeriod: unitsPerPeriod.map(period => ({ ...period, units: quantityOf(period.units) })),
    })),
    pricePerUnit: may('pricePerUnit') ? inPounds(perUnitOf(item)) : null,
    counterparties: may('counterparties') ? item.counterparties : null,
    surplusOfRound,
  }
}

/** What became of one offer or bid: for the operator once the engine has answered, for its owner and its agent once the round is settled. */
export const resultOf = async (
  db: Kysely<Database>,
  reader: Actor,
  id: string,
  round: RuledRound | undefined,
): Promise<ItemResult | null> => {
  // A match that was rejected is nobody's result.
  if (round?.status !== 'Matched' && round?.status !== 'Settled') return null
  const found = (await outcomesOf(db, [round.id])).get(round.id)
  const item = found?.items.get(id)
  if (!found || !item) return null
  const together = await knownTogetherIn(db, round.id)
  return itemResult(reader, round, item, surplusFor(reader, round.status, found.outcome, together))
}

/** What is paid for an item, and that for one of its units where there is such a price. */
interface Payment {
  payment: Pence
  /** What it is for. */
  won: UnitsWon
  proceeds: Proceeds | null
  perUnit: Pence | null
}

const perUnitOf = (item: ItemOutcome): Pence | null => {
  const price = pricePerUnit(Math.abs(item.payment), item.units)
  return typeof price === 'number' ? price : null
}

/** The payments of a page of rows in settled rounds: null where there is none, or the reader may not know it. */
export const paymentsOf = async (
  db: Kysely<Database>,
  rounds: readonly Pick<Round, 'id' | 'status'>[],
  reader: Actor,
): Promise<(of: { id: string; roundId: string }) => Payment | null> => {
  const settled = isNobody(reader) ? [] : rounds.filter(({ status }) => status === 'Settled')
  const outcomes = await outcomesOf(
    db,
    settled.map(({ id }) => id),
  )
  return ({ id, roundId }) => {
    const item = outcomes.get(roundId)?.items.get(id)
    if (!item?.won) return null
    const may = (figure: 'itemMoney' | 'pricePerUnit') =>
      mayKnow(figure, reader, { ownerId: item.organisationId, roundId }, 'Settled')
    return may('itemMoney')
      ? {
          payment: item.payment,
          won: item.units.map(({ creditType, units }) => ({ creditType, units: quantityOf(units) })),
          proceeds: item.proceeds,
          perUnit: may('pricePerUnit') ? perUnitOf(item) : null,
        }
      : null
  }
}

/** What became of a project or requirement in settled rounds before its present one, newest first. */
export const earlierResultsOf = async (
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
  const outcomes = await outcomesOf(
    db,
    rounds.map(round => round.id),
  )
  return rounds.flatMap(({ settledAt, tellsCriticalAmounts, ...round }) => {
    const item = outcomes.get(round.id)?.items.get(id)
    const result = item && itemResult(reader, { ...round, tellsCriticalAmounts }, item, null)
    return result ? [{ round, settledAt, result }] : []
  })
}

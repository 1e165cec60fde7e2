import type { ChangeSummary } from '#contract/kit/change-summary'
import { mayRead } from '#contract/nouns/read-access'
import type { Actor } from '#domain/people/actor'
import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import { mayReadFigure } from '#domain/disclosure/disclosure'
import type { StoredKind } from '#domain/disclosure/entities'
import { type Pence, poundsOf } from '@credit-market/values/money'
import { deriveRoundOutcome } from '#domain/match/outcome'
import { mapProceedsAmounts } from '#domain/project/project'
import { needOf, type Requirement } from '#domain/project/requirement'
import { maxUnitsAtOnce } from '#domain/steps/schedule'
import { supplyOf } from '#domain/project/service'
import { unitsToNumber, type Units } from '@credit-market/values/units'
import type { Round } from '#domain/round/round'
import type { StoreTransaction } from '../store/store.ts'
import { columnsOfWrittenRow, idOfWrittenRow, type WriteChange } from './writes.ts'

type Money = ChangeSummary['money']
type Quantities = Money[number]['quantities']

/**
 * Returns the amounts that are written and, if a round is settled, what its winners pay and receive, as far as the
 * actor may know.
 */
export const previewAmounts = async (
  tx: StoreTransaction,
  actor: Actor,
  writes: readonly WriteChange[],
  settledRoundId: string | null,
): Promise<Money> => [
  ...(await offersOf(tx, actor, writes)),
  ...(await bidsOf(tx, actor, writes)),
  ...(settledRoundId === null ? [] : await paymentsIn(tx, actor, settledRoundId)),
]

/** Columns among these that are written, by thing. */
const written = <C extends string>(
  writes: readonly WriteChange[],
  kind: StoredKind,
  columns: readonly C[],
): Map<string, C[]> => {
  const found = new Map<string, C[]>()
  for (const write of writes.filter(one => one.kind === kind)) {
    const among = columns.filter(column => column in columnsOfWrittenRow(write))
    if (among.length > 0)
      found.set(idOfWrittenRow(write), [...(found.get(idOfWrittenRow(write)) ?? []), ...among])
  }
  return found
}

const inPounds = (amount: Pence | null): number | null => (amount === null ? null : poundsOf(amount))

const quantitiesOf = (units: readonly { creditType: CreditType; units: Units }[]): Quantities =>
  units.filter(one => one.units > 0).map(one => ({ ...one, units: unitsToNumber(one.units) }))

/** The largest quantity that a project supplies at one time, by credit type: what an offer is for. */
const offeredOn = async (tx: StoreTransaction, projectId: string, round: Round): Promise<Quantities> => {
  const services = await tx.list('service', { projectId, status: 'Certified' })
  return quantitiesOf(
    CREDIT_TYPES.map(creditType => ({
      creditType,
      units: maxUnitsAtOnce(
        services
          .filter(({ type }) => type === creditType)
          .flatMap(service => supplyOf(service, round.biodiversitySupply)),
      ),
    })),
  )
}

/** Written offers and costs. A withdrawn offer is visible to everyone who may see the project. */
const offersOf = async (
  tx: StoreTransaction,
  actor: Actor,
  writes: readonly WriteChange[],
): Promise<Money> => {
  const money: Money = []
  const columns = written(writes, 'project', ['offer', 'costs'])
  for (const project of await tx.list('project', { id: [...columns.keys()] })) {
    const { id, name, roundId, supplierId: ownerId, offer, costs } = project
    if (!mayRead('project', project, actor)) continue
    const about = { kind: 'project', id, name }
    const round = await tx.one('round', roundId)
    const may = (figure: 'amount' | 'costs') =>
      mayReadFigure(figure, actor, { ownerId, roundId }, round?.status ?? 'Draft')
    const isTold = offer === null || may('amount')
    for (const column of columns.get(id) ?? []) {
      if (column === 'offer' && isTold) {
        const quantities = offer === null || !round ? [] : await offeredOn(tx, id, round)
        money.push({ ...about, what: 'offer', amount: inPounds(offer), quantities })
      }
      if (column === 'costs' && may('costs'))
        for (const [what, amount] of Object.entries(costs ?? {}))
          money.push({ ...about, what: `costs.${what}`, amount: poundsOf(amount), quantities: [] })
    }
  }
  return money
}

/** Quantity of a bid: all that is needed, or the ongoing units alone. */
const bidFor = (requirement: Requirement, what: 'bid' | 'bidOngoingOnly'): Quantities => {
  const need = requirement[what] === null ? null : needOf(requirement)
  if (!need) return []
  const { creditType, ongoingUnits, additionalUnits } = need
  return quantitiesOf([{ creditType, units: what === 'bid' ? ongoingUnits + additionalUnits : ongoingUnits }])
}

/** Written bids. */
const bidsOf = async (tx: StoreTransaction, actor: Actor, writes: readonly WriteChange[]): Promise<Money> => {
  const money: Money = []
  const columns = written(writes, 'requirement', ['bid', 'bidOngoingOnly'])
  for (const requirement of await tx.list('requirement', { id: [...columns.keys()] })) {
    const { id, name, roundId, buyerId: ownerId } = requirement
    if (!mayRead('requirement', requirement, actor)) continue
    const round = await tx.one('round', roundId)
    const knows = mayReadFigure('amount', actor, { ownerId, roundId }, round?.status ?? 'Draft')
    for (const what of columns.get(id) ?? [])
      if (knows || requirement[what] === null) {
        const amount = inPounds(requirement[what])
        money.push({ kind: 'requirement', id, name, what, amount, quantities: bidFor(requirement, what) })
      }
  }
  return money
}

/** Payments of the winners of a settled round; negative for receipts. */
const paymentsIn = async (tx: StoreTransaction, actor: Actor, roundId: string): Promise<Money> => {
  const result = await tx.latest('matchResult', { roundId })
  if (!result?.solution) return []
  return deriveRoundOutcome(result.problem, result.solution)
    .items.filter(
      ({ won, organisationId: ownerId }) =>
        won && mayReadFigure('itemMoney', actor, { ownerId, roundId }, 'Settled'),
    )
    .map(({ of: kind, id, name, payment, units, proceeds }) => ({
      ...{ kind, id, name, what: 'payment', amount: poundsOf(payment) },
      quantities: quantitiesOf(units.map(one => ({ creditType: one.creditType, units: one.units }))),
      ...(proceeds && { proceeds: mapProceedsAmounts(proceeds, poundsOf) }),
    }))
}

import type { WhatChanges } from '#contract/form'
import { mayRead } from '#contract/read-access'
import type { Actor } from '#domain/actor'
import { CREDIT_TYPES, type CreditType } from '#domain/credit-type'
import { mayKnow } from '#domain/disclosure'
import type { StoredKind } from '#domain/entities'
import { type Pence, poundsOf } from '#domain/money'
import { outcomeOf } from '#domain/outcome'
import { mapProceeds } from '#domain/project'
import { needOf, type Requirement } from '#domain/requirement'
import { mostAtOnce } from '#domain/schedule'
import { supplyOf } from '#domain/service'
import { quantityOf, type Units } from '#domain/units'
import type { Round } from '#domain/round'
import type { Tx } from '../store/store.ts'
import { columnsOf, idOf, type Write } from './writes.ts'

type Money = WhatChanges['money']
type Quantities = Money[number]['quantities']

/** The amounts that are written, and where a round is settled what its winners pay and receive, as far as the actor may know. */
export const moneyIn = async (
  tx: Tx,
  actor: Actor,
  writes: readonly Write[],
  settledRoundId: string | null,
): Promise<Money> => [
  ...(await offersOf(tx, actor, writes)),
  ...(await bidsOf(tx, actor, writes)),
  ...(settledRoundId === null ? [] : await paymentsIn(tx, actor, settledRoundId)),
]

/** Which of these columns are written, by the thing that has them. */
const written = <C extends string>(
  writes: readonly Write[],
  kind: StoredKind,
  columns: readonly C[],
): Map<string, C[]> => {
  const found = new Map<string, C[]>()
  for (const write of writes.filter(one => one.kind === kind)) {
    const among = columns.filter(column => column in columnsOf(write))
    if (among.length > 0) found.set(idOf(write), [...(found.get(idOf(write)) ?? []), ...among])
  }
  return found
}

const inPounds = (amount: Pence | null): number | null => (amount === null ? null : poundsOf(amount))

const quantitiesOf = (units: readonly { creditType: CreditType; units: Units }[]): Quantities =>
  units.filter(one => one.units > 0).map(one => ({ ...one, units: quantityOf(one.units) }))

/** The most that a project supplies at one time, by credit type: what an offer is for. */
const offeredOn = async (tx: Tx, projectId: string, round: Round): Promise<Quantities> => {
  const services = await tx.list('service', { projectId, status: 'Certified' })
  return quantitiesOf(
    CREDIT_TYPES.map(creditType => ({
      creditType,
      units: mostAtOnce(
        services
          .filter(({ type }) => type === creditType)
          .flatMap(service => supplyOf(service, round.biodiversitySupply)),
      ),
    })),
  )
}

/** The offers and costs that are written. An offer that is taken back is told to everybody who may see the project. */
const offersOf = async (tx: Tx, actor: Actor, writes: readonly Write[]): Promise<Money> => {
  const money: Money = []
  const columns = written(writes, 'project', ['offer', 'costs'])
  for (const project of await tx.list('project', { id: [...columns.keys()] })) {
    const { id, name, roundId, supplierId: ownerId, offer, costs } = project
    if (!mayRead('project', project, actor)) continue
    const about = { kind: 'project', id, name }
    const round = await tx.one('round', roundId)
    const may = (figure: 'amount' | 'costs') =>
      mayKnow(figure, actor, { ownerId, roundId }, round?.status ?? 'Draft')
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

/** What a bid is for: all that is needed, or the ongoing units alone. */
const bidFor = (requirement: Requirement, what: 'bid' | 'bidOngoingOnly'): Quantities => {
  const need = requirement[what] === null ? null : needOf(requirement)
  if (!need) return []
  const { creditType, ongoingUnits, additionalUnits } = need
  return quantitiesOf([{ creditType, units: what === 'bid' ? ongoingUnits + additionalUnits : ongoingUnits }])
}

/** The bids that are written. */
const bidsOf = async (tx: Tx, actor: Actor, writes: readonly Write[]): Promise<Money> => {
  const money: Money = []
  const columns = written(writes, 'requirement', ['bid', 'bidOngoingOnly'])
  for (const requirement of await tx.list('requirement', { id: [...columns.keys()] })) {
    const { id, name, roundId, buyerId: ownerId } = requirement
    if (!mayRead('requirement', requirement, actor)) continue
    const round = await tx.one('round', roundId)
    const knows = mayKnow('amount', actor, { ownerId, roundId }, round?.status ?? 'Draft')
    for (const what of columns.get(id) ?? [])
      if (knows || requirement[what] === null) {
        const amount = inPounds(requirement[what])
        money.push({ kind: 'requirement', id, name, what, amount, quantities: bidFor(requirement, what) })
      }
  }
  return money
}

/** What the winners of a settled round pay, or receive when negative. */
const paymentsIn = async (tx: Tx, actor: Actor, roundId: string): Promise<Money> => {
  const result = await tx.latest('matchResult', { roundId })
  if (!result?.solution) return []
  return outcomeOf(result.problem, result.solution)
    .items.filter(
      ({ won, organisationId: ownerId }) =>
        won && mayKnow('itemMoney', actor, { ownerId, roundId }, 'Settled'),
    )
    .map(({ of: kind, id, name, payment, units, proceeds }) => ({
      ...{ kind, id, name, what: 'payment', amount: poundsOf(payment) },
      quantities: quantitiesOf(units.map(one => ({ creditType: one.creditType, units: one.units }))),
      ...(proceeds && { proceeds: mapProceeds(proceeds, poundsOf) }),
    }))
}

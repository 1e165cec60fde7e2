import type { ChangeSummary } from '#contract/kit/change-summary'
import { statusLabel } from '#contract/nouns/nouns'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { groupBy } from '#domain/values/grouped'
import type { ProceedsView } from '#contract/kit/values'
import { penceOf, poundsOf, showMoney, type Pence } from '@credit-market/values/money'
import { pricePerUnit } from '#domain/prices/price'
import { mapProceedsAmounts, sumProceeds } from '#domain/project/project'
import { toUnits, type Units } from '@credit-market/values/units'
import { showNumber } from '../parts/values/amounts.tsx'
import { recordCountText } from '../parts/messages.ts'
import { emailsByRecipientText, matchContentsText, paymentAndEmailsText, payersText } from './messages.ts'

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Sentence about who pays how much to whom; null if no one pays. */
const paymentSentence = ({ money }: Pick<ChangeSummary, 'money'>): string | null => {
  const payments = money.flatMap(({ what, kind, amount }) =>
    what === 'payment' && amount !== null ? [{ kind, pence: penceOf(amount) }] : [],
  )
  const payers = payments.filter(({ pence }) => pence > 0)
  if (payers.length === 0) return null
  const number = (kind: string) => payments.filter(one => one.kind === kind).length
  const sum = showMoney(sumOf(payers.map(({ pence }) => pence)), true)
  return payersText(number('requirement'), sum, number('project'))
}

/** Payment for the units of one type, in total and per unit. */
export interface PaymentByType {
  creditType: CreditType
  units: Units
  pence: Pence
  perUnit: Pence | null
}

/** Payments of requirements, by the type of their credits. */
export const paymentsByType = ({ money }: Pick<ChangeSummary, 'money'>): PaymentByType[] => {
  const paid = new Map<CreditType, { units: Units; pence: Pence }>()
  for (const { what, kind, amount, quantities } of money) {
    const [first] = quantities
    if (what !== 'payment' || kind !== 'requirement' || amount === null || !first) continue
    const before = paid.get(first.creditType) ?? { units: 0, pence: 0 }
    paid.set(first.creditType, {
      units: before.units + sumOf(quantities.map(({ units }) => toUnits(units))),
      pence: before.pence + penceOf(amount),
    })
  }
  return [...paid].map(([creditType, { units, pence }]) => {
    const price = pricePerUnit(pence, [{ creditType, units }])
    return { creditType, units, pence, perUnit: typeof price === 'number' ? price : null }
  })
}

/**
 * Breakdown by recipient of the money that projects would receive together, in pounds; null if none receives
 * any.
 */
export const totalProceedsView = ({ money }: Pick<ChangeSummary, 'money'>): ProceedsView | null => {
  const sum = sumProceeds(
    money.map(({ what, proceeds }) =>
      what === 'payment' && proceeds ? mapProceedsAmounts(proceeds, penceOf) : null,
    ),
  )
  return sum && mapProceedsAmounts(sum, poundsOf)
}

/** Records of a kind that reach the same status. */
export interface StatusChange {
  kind: string
  /** Name of the record if there is one, otherwise the number of records. */
  who: string
  to: string
  /** Previous statuses in words; if there are several, with the number for each. */
  from: string
  /** Id of a single record that existed before. */
  id: string | null
}

/** Groups records by the status that they reach. */
export const groupStatusChanges = ({ statuses }: Pick<ChangeSummary, 'statuses'>): StatusChange[] =>
  groupBy(statuses, ({ kind, from, to }) => (from === to ? null : `${kind} ${to}`)).flatMap(([, alike]) => {
    const [one, ...others] = alike
    if (!one) return []
    const { kind, to } = one
    const befores = groupBy(alike, ({ from }) => statusText(kind, from))
    const from =
      befores.length === 1
        ? statusText(kind, one.from)
        : befores.map(([word, some]) => `${showNumber(some.length)} ${word}`).join(', ')
    const who = others.length === 0 && one.name !== one.id ? one.name : recordCountText(alike.length, kind)
    return [{ kind, who, to, from, id: others.length === 0 ? one.id : null }]
  })

/**
 * Changes of credits to show to people. When a round is settled, the bookkeeping of divided credits is left
 * out.
 */
export const visibleCreditChanges = (changes: ChangeSummary): ChangeSummary['credits'] =>
  isSettlement(changes)
    ? changes.credits.filter(({ to }) => to === 'RightsCreated' || to === 'Unused')
    : changes.credits

/** Number of emails that are sent, by kind of recipient. */
export const emailCountText = ({ letters }: Pick<ChangeSummary, 'letters'>): string =>
  emailsByRecipientText(
    groupBy(letters, ({ readers }) => readers ?? 'PERSON').map(([readers, some]) => ({
      readers,
      count: sumOf(some.map(({ count }) => count)),
    })),
  )

/** Returns true if payments are settled. */
export const isSettlement = (changes: Pick<ChangeSummary, 'money'>): boolean =>
  paymentSentence(changes) !== null

/** Returns true if a long-running task is started, such as a match. */
export const startsTask = ({ things }: Pick<ChangeSummary, 'things'>): boolean =>
  things.some(({ kind, change }) => kind === 'task' && change === 'created')

/** Offers and bids that go into a match. */
export const offersAndBidsToMatch = ({ inRound }: Pick<ChangeSummary, 'inRound'>) =>
  inRound.filter(({ status }) => status === 'Offered' || status === 'Bid')

/**
 * Leading sentence of a preview that has much to sum up: the payments, or what is matched; null if there is
 * none.
 */
export const leadSentence = (changes: ChangeSummary): string | null => {
  const payments = paymentSentence(changes)
  const letters = sumOf(changes.letters.map(({ count }) => count))
  if (payments !== null) return paymentAndEmailsText(payments, letters)
  if (!startsTask(changes) || offersAndBidsToMatch(changes).length === 0) return null
  const number = (of: string) =>
    sumOf(offersAndBidsToMatch(changes).map(({ status, count }) => (status === of ? count : 0)))
  return matchContentsText(number('Offered'), number('Bid'))
}

/** Contents of a round, a line for each kind: `27 projects: 21 Offered, 1 Draft`. */
export const roundLines = (counts: ChangeSummary['inRound']): string[] =>
  groupBy(counts, ({ kind }) => kind).map(([kind, some]) => {
    const all = sumOf(some.map(({ count }) => count))
    const parts = some.map(({ status, count }) => `${showNumber(count)} ${statusText(kind, status)}`)
    return `${recordCountText(all, kind)}: ${parts.join(', ')}`
  })

/** Label of a status; a new record has no previous one. */
export const statusText = (kind: string, status: string | null): string =>
  status === null ? 'New' : statusLabel(kind, status)

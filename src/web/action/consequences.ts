import type { WhatChanges } from '#contract/form'
import { nounOf, statusLabel } from '#contract/nouns'
import type { CreditType } from '#domain/credit-type'
import { grouped } from '#domain/grouped'
import type { ProceedsView } from '#contract/values'
import { penceOf, poundsOf, showMoney, type Pence } from '#domain/money'
import type { OrganisationType } from '#domain/organisation'
import { pricePerUnit } from '#domain/price'
import { mapProceeds, totalProceeds } from '#domain/project'
import { unitsOf, type Units } from '#domain/units'
import { showNumber } from '../parts/amounts.tsx'
import { labelOf } from '../parts/label-of.ts'

/** So many of a kind, in words: `26 credit requirements`. */
export const counted = (count: number, kind: string): string => {
  const [one, many] = nounOf(kind)?.called ?? [kind, `${kind}s`]
  return `${showNumber(count)} ${count === 1 ? one : many}`
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Who pays how much to whom, in a sentence; null where nobody does. */
const paymentSentence = ({ money }: Pick<WhatChanges, 'money'>): string | null => {
  const payments = money.flatMap(({ what, kind, amount }) =>
    what === 'payment' && amount !== null ? [{ kind, pence: penceOf(amount) }] : [],
  )
  const payers = payments.filter(({ pence }) => pence > 0)
  if (payers.length === 0) return null
  const number = (kind: string) => payments.filter(one => one.kind === kind).length
  const requirements = number('requirement')
  const sum = showMoney(sumOf(payers.map(({ pence }) => pence)), true)
  const pay = `${counted(requirements, 'requirement')} ${requirements === 1 ? 'pays' : 'pay'} ${sum}`
  return number('project') > 0 ? `${pay} to ${counted(number('project'), 'project')}` : pay
}

/** What is paid for the units of one type, and for one of them. */
export interface PaidFor {
  creditType: CreditType
  units: Units
  pence: Pence
  perUnit: Pence | null
}

/** What requirements pay, by the type of their credits. */
export const paidByType = ({ money }: Pick<WhatChanges, 'money'>): PaidFor[] => {
  const paid = new Map<CreditType, { units: Units; pence: Pence }>()
  for (const { what, kind, amount, quantities } of money) {
    const [first] = quantities
    if (what !== 'payment' || kind !== 'requirement' || amount === null || !first) continue
    const before = paid.get(first.creditType) ?? { units: 0, pence: 0 }
    paid.set(first.creditType, {
      units: before.units + sumOf(quantities.map(({ units }) => unitsOf(units))),
      pence: before.pence + penceOf(amount),
    })
  }
  return [...paid].map(([creditType, { units, pence }]) => {
    const price = pricePerUnit(pence, [{ creditType, units }])
    return { creditType, units, pence, perUnit: typeof price === 'number' ? price : null }
  })
}

/** For whom the money is that projects would receive together, in pounds; null where none receives any. */
export const proceedsIn = ({ money }: Pick<WhatChanges, 'money'>): ProceedsView | null => {
  const sum = totalProceeds(
    money.map(({ what, proceeds }) =>
      what === 'payment' && proceeds ? mapProceeds(proceeds, penceOf) : null,
    ),
  )
  return sum && mapProceeds(sum, poundsOf)
}

/** Things of a kind that come to the same status. */
export interface Step {
  kind: string
  /** The thing by name where it is one, else how many. */
  who: string
  to: string
  /** From which statuses, in words: of several how many each. */
  from: string
  /** Where it is, of one that was there before. */
  id: string | null
}

/** Which things come to which status: alike ones together. */
export const stepsIn = ({ statuses }: Pick<WhatChanges, 'statuses'>): Step[] =>
  grouped(statuses, ({ kind, from, to }) => (from === to ? null : `${kind} ${to}`)).flatMap(([, alike]) => {
    const [one, ...others] = alike
    if (!one) return []
    const { kind, to } = one
    const befores = grouped(alike, ({ from }) => statusWord(kind, from))
    const from =
      befores.length === 1
        ? statusWord(kind, one.from).toLowerCase()
        : befores.map(([word, some]) => `${showNumber(some.length)} ${word.toLowerCase()}`).join(', ')
    const who = others.length === 0 && one.name !== one.id ? one.name : counted(alike.length, kind)
    return [{ kind, who, to, from, id: others.length === 0 ? one.id : null }]
  })

/** What becomes of credits as people see it: where a round is settled, the books of what was divided are left out. */
export const creditsTold = (changes: WhatChanges): WhatChanges['credits'] =>
  settles(changes)
    ? changes.credits.filter(({ to }) => to === 'RightsCreated' || to === 'Unused')
    : changes.credits

const READERS: Record<OrganisationType | 'PERSON', string> = {
  OPER: 'to the market operator',
  PARTICIPANT: 'to participants',
  LPA: 'to planning authorities',
  AGENT: 'to agents',
  PERSON: 'to a person',
}

/** How many letters go out, and to which kinds of readers. */
export const letterSentence = ({ letters }: Pick<WhatChanges, 'letters'>): string => {
  const all = sumOf(letters.map(({ count }) => count))
  if (all === 0) return 'None goes out'
  const byReader = grouped(letters, ({ readers }) => readers ?? 'PERSON')
  const parts = byReader.map(([readers, some]) => {
    const to = labelOf(READERS, readers)
    return byReader.length === 1 ? to : `${showNumber(sumOf(some.map(({ count }) => count)))} ${to}`
  })
  return `${showNumber(all)} ${all === 1 ? 'goes' : 'go'} out${byReader.length === 1 ? ' ' : ': '}${parts.join(', ')}`
}

/** Are payments settled? */
export const settles = (changes: Pick<WhatChanges, 'money'>): boolean => paymentSentence(changes) !== null

/** Is long work begun, such as a match? */
export const beginsWork = ({ things }: Pick<WhatChanges, 'things'>): boolean =>
  things.some(({ kind, change }) => kind === 'task' && change === 'created')

/** What goes into a match: offers and bids. */
export const goesIn = ({ inRound }: Pick<WhatChanges, 'inRound'>) =>
  inRound.filter(({ status }) => status === 'Offered' || status === 'Bid')

/** The sentence that a sheet begins with, where there is much to be said in short: what is paid, or what is matched. */
export const leadOf = (changes: WhatChanges): string | null => {
  const payments = paymentSentence(changes)
  const letters = sumOf(changes.letters.map(({ count }) => count))
  if (payments !== null)
    return letters > 0
      ? `${payments}; ${showNumber(letters)} ${letters === 1 ? 'letter goes' : 'letters go'} out`
      : payments
  if (!beginsWork(changes) || goesIn(changes).length === 0) return null
  const number = (of: string) =>
    sumOf(goesIn(changes).map(({ status, count }) => (status === of ? count : 0)))
  const said = (count: number, one: string) => `${showNumber(count)} ${count === 1 ? one : `${one}s`}`
  return `${said(number('Offered'), 'offer')} and ${said(number('Bid'), 'bid')} go into the match`
}

/** What there is in a round, a line for each kind: `27 projects: 21 offered, 1 draft`. */
export const roundLines = (counts: WhatChanges['inRound']): string[] =>
  grouped(counts, ({ kind }) => kind).map(([kind, some]) => {
    const all = sumOf(some.map(({ count }) => count))
    const parts = some.map(
      ({ status, count }) => `${showNumber(count)} ${statusWord(kind, status).toLowerCase()}`,
    )
    return `${counted(all, kind)}: ${parts.join(', ')}`
  })

/** A status in words; a new thing has none before. */
export const statusWord = (kind: string, status: string | null): string =>
  status === null ? 'New' : statusLabel(kind, status)

import type { Instant } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import type { BankLine, Payment, StatementLine } from './bank-line.ts'
import { isPaidByOperator } from './invoice.ts'
import { findInvoiceNumbers, matchLine, type PayableInvoice } from './match-payments.ts'

/** The facts needed to book a statement. */
export interface StatementFacts {
  /** IBAN of the market operator’s account. */
  ownAccount: string
  /** Lines of these accounts from earlier statements. */
  there: readonly Pick<
    BankLine,
    'id' | 'account' | 'bankReference' | 'bookedOn' | 'amount' | 'currency' | 'endToEndId'
  >[]
  /** Invoices that the lines name or whose party has an account among them. */
  invoices: readonly PayableInvoice[]
  /** Organisations by their account; the same account may be recorded for several. */
  holders: readonly { id: string; iban: string | null }[]
  /** Payments by the bank of those invoices and lines that nothing has reversed, and that a return can reverse. */
  standing: readonly Pick<Payment, 'id' | 'bankLineId' | 'invoiceId' | 'amount'>[]
}

type NewLine = Omit<BankLine, 'version'>
type NewPayment = Omit<Payment, 'version'>

/** The new lines of a statement, and the payments that they make. */
export interface BookedStatement {
  lines: NewLine[]
  payments: NewPayment[]
}

interface BookingContext {
  uploadedBy: string
  statementId: string
  now: Instant
  newId: () => string
}

const keyOf = ({ account, bankReference }: Pick<StatementLine, 'account' | 'bankReference'>): string =>
  `${account} ${bankReference}`

const inWords = ({
  bookedOn,
  amount,
  currency,
}: Pick<StatementLine, 'bookedOn' | 'amount' | 'currency'>): string => `${bookedOn} ${amount} ${currency}`

/** Numbers of invoices that lines name. */
export const numbersOfLines = (lines: readonly StatementLine[]): string[] => [
  ...new Set(lines.flatMap(numbersOfLine)),
]

/** A payer may give the reference as its end-to-end id, and files of payment runs begin that id with it. */
const numbersOfLine = ({ reference, endToEndId }: StatementLine): string[] => [
  ...new Set([reference, endToEndId].flatMap(findInvoiceNumbers)),
]

/**
 * Books the lines of a statement by date: each line once, and of each only what certainly belongs to invoices. Returns a sentence if
 * a line has the reference of another one with a different day, amount or currency; then nothing is booked.
 */
export const bookStatement = (
  lines: readonly StatementLine[],
  facts: StatementFacts,
  { uploadedBy, statementId, now, newId }: BookingContext,
): BookedStatement | string => {
  const said = new Map(facts.there.map(line => [keyOf(line), inWords(line)]))
  const byEndToEnd = new Map<string, string[]>()
  const remember = ({ id, account, endToEndId }: Pick<BankLine, 'id' | 'account' | 'endToEndId'>): void => {
    if (endToEndId === null) return
    const key = `${account} ${endToEndId}`
    byEndToEnd.set(key, [...(byEndToEnd.get(key) ?? []), id])
  }
  facts.there.forEach(remember)
  const open = new Map<string, Pence>(facts.invoices.map(one => [one.id, one.open]))
  const asOpen = (one: PayableInvoice): PayableInvoice => ({ ...one, open: open.get(one.id) ?? 0 })
  let standing = [...facts.standing]
  const booked: BookedStatement = { lines: [], payments: [] }
  for (const line of lines.toSorted((a, b) => a.bookedOn.localeCompare(b.bookedOn))) {
    const before = said.get(keyOf(line))
    if (before !== undefined && before !== inWords(line))
      return `The line ${line.bankReference} of ${line.bookedOn} has the id of another line, which is different`
    if (before !== undefined) continue
    said.set(keyOf(line), inWords(line))
    const id = newId()
    const isInBooks = line.currency === 'GBP' && line.account === facts.ownAccount
    const numbers = numbersOfLine(line)
    const referenced = facts.invoices.filter(one => numbers.includes(one.id)).map(asOpen)
    const holders = facts.holders.filter(({ iban }) => iban !== null && iban === line.partyIban)
    const ofHolder =
      holders.length === 1
        ? facts.invoices.filter(({ partyId }) => partyId === holders[0]!.id).map(asOpen)
        : []
    const isPaidBefore = standing.some(
      ({ invoiceId, amount }) => amount === line.amount && ofHolder.some(({ id: its }) => its === invoiceId),
    )
    const named = byEndToEnd.get(`${line.account} ${line.endToEndId}`) ?? []
    const found = isInBooks
      ? matchLine(line, numbers.length > 0, {
          referenced,
          ofAccount: isPaidBefore ? [] : ofHolder,
          returnable: standing.filter(
            ({ bankLineId, invoiceId }) => named.includes(bankLineId ?? '') || numbers.includes(invoiceId),
          ),
        })
      : []
    const rest = found.reduce((left, { amount }) => left - amount, line.amount)
    const payments = found.map(one => ({
      id: newId(),
      bankLineId: id,
      depositId: null,
      ...one,
      bookedAt: now,
    }))
    for (const { invoiceId, amount, reversesId, ...payment } of payments) {
      const isOut = facts.invoices.some(one => one.id === invoiceId && isPaidByOperator(one))
      open.set(invoiceId, (open.get(invoiceId) ?? 0) - (isOut ? 0 - amount : amount))
      standing =
        reversesId === null
          ? [...standing, { ...payment, invoiceId, amount }]
          : standing.filter(one => one.id !== reversesId)
    }
    booked.payments.push(...payments)
    const status = rest === 0 ? 'Booked' : 'Waiting'
    const uploaded = { uploadedBy, uploadedAt: now, statementId }
    const added = { id, ...line, isInBooks, rest, status, reason: null, ...uploaded } as const
    booked.lines.push(added)
    remember(added)
  }
  return booked
}

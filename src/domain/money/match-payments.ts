import type { Pence } from '@credit-market/values/money'
import { remainderBy97, type Payment, type PaymentRule, type StatementLine } from './bank-line.ts'
import { type Invoice, isPaidByOperator } from './invoice.ts'

/** An invoice as far as payments go: its kind, its total, and the open amount. */
export interface PayableInvoice extends Pick<Invoice, 'id' | 'kind' | 'partyId'> {
  /** Pence that are still to be paid, 0 or more. */
  open: Pence
  /** Pence of the whole invoice, also if it is paid or taken back by a credit note. */
  total: Pence
}

/** The facts needed to match a line with invoices. */
export interface LineFacts {
  /** Invoices whose reference the line bears. */
  referenced: readonly PayableInvoice[]
  /** Invoices of the one organisation that has the account of the payer or receiver, open or not. */
  ofAccount: readonly PayableInvoice[]
  /** Payments that a returned line may reverse: those of the invoice that it names, or of the line with its end-to-end id. */
  returnable: readonly Pick<Payment, 'id' | 'invoiceId' | 'amount'>[]
}

/** A part of a line to book to an invoice. */
export interface Allocation extends Pick<Payment, 'invoiceId' | 'amount' | 'reversesId'> {
  rule: PaymentRule
}

/**
 * Lists the numbers of invoices whose structured reference (ISO 11649) a text bears, with or without spaces, and in free text too.
 * Check digits must fit. A run of digits after a reference is read in each length that fits, so the caller asks which of them exist.
 */
export const findInvoiceNumbers = (text: string | null): string[] => {
  const plain = (text ?? '').toUpperCase().replaceAll(/[\s./-]/g, '')
  const found = new Set<string>()
  for (const [, digits, called, run] of plain.matchAll(/RF(\d\d)(INV|SBI|CRN|RFN|INT|DEP|DRN)(\d{6,12})/g))
    for (let length = 6; length <= run!.length; length += 1) {
      const number = `${called}${run!.slice(0, length)}`
      if (remainderBy97(`${number}RF${digits}`) === 1n) found.add(`${called}-${run!.slice(0, length)}`)
    }
  return [...found]
}

/**
 * Says whether a line of the bank names a request for a deposit, by its reference or its number, with or without spaces. Check digits
 * need not fit, because a payer may have mistyped them.
 */
export const namesDeposit = ({
  reference,
  endToEndId,
}: Pick<StatementLine, 'reference' | 'endToEndId'>): boolean =>
  [reference, endToEndId].some(text => /DEP\d{6}/.test((text ?? '').toUpperCase().replaceAll(/[\s./-]/g, '')))

/** Money that comes in pays invoices to buyers, interest and deposits; money that goes out pays self-billed invoices, refunds and deposits that are paid back. */
export const canPayKind = (amount: Pence, kind: Invoice['kind']): boolean =>
  amount > 0 ? kind === 'invoice' || kind === 'interest' || kind === 'deposit' : isPaidByOperator({ kind })

const byReference = (line: StatementLine, referenced: readonly PayableInvoice[]): Allocation[] => {
  const fitting = referenced.filter(({ kind }) => canPayKind(line.amount, kind))
  // With several references only a line that pays all of them exactly is certain.
  const whole = fitting.reduce((sum, { open }) => sum + open, 0)
  if (fitting.length !== referenced.length || (fitting.length > 1 && whole !== Math.abs(line.amount)))
    return []
  return fitting.flatMap(({ id, open }) =>
    allocate(line, id, Math.min(open, Math.abs(line.amount)), 'reference'),
  )
}

const byAccount = (line: StatementLine, ofAccount: readonly PayableInvoice[]): Allocation[] => {
  const whole = Math.abs(line.amount)
  // An invoice that is paid already may be meant, if a payer pays twice.
  const meant = ofAccount.filter(
    ({ kind, open, total }) => canPayKind(line.amount, kind) && (open === whole || total === whole),
  )
  return meant.length === 1 && meant[0]!.open === whole ? allocate(line, meant[0]!.id, whole, 'account') : []
}

const allocate = (line: StatementLine, invoiceId: string, pence: Pence, rule: PaymentRule): Allocation[] =>
  pence === 0 ? [] : [{ invoiceId, amount: line.amount > 0 ? pence : 0 - pence, rule, reversesId: null }]

const reversed = (line: StatementLine, returnable: LineFacts['returnable']): Allocation[] => {
  const exact = returnable.filter(({ amount }) => amount === 0 - line.amount)
  return exact.length === 1
    ? [
        {
          ...{ invoiceId: exact[0]!.invoiceId, amount: line.amount },
          ...{ rule: 'returned', reversesId: exact[0]!.id },
        },
      ]
    : []
}

/**
 * Returns the parts of a line that certainly belong to invoices; what is not certain stays with the line. A reference is certain, up to
 * what is open. Without a reference, a line is certain if its account belongs to one organisation that has one invoice open at exactly
 * this amount, no other invoice of this total, and no payment of this amount (decision 0226). A returned line reverses the one payment of its amount that it names. Nothing else is ever booked (decision 0221).
 */
export const matchLine = (
  line: StatementLine,
  bearsReference: boolean,
  { referenced, ofAccount, returnable }: LineFacts,
): Allocation[] => {
  if (line.isReturn) return reversed(line, returnable)
  return bearsReference ? byReference(line, referenced) : byAccount(line, ofAccount)
}

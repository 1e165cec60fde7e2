import { remainderBy97 } from './bank-line.ts'
import type { Day, Instant } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import type { StoredRow } from '../values/subject.ts'
import type { Instalment } from './payment-schedule.ts'
import type { PriceLineKind } from './price-lines.ts'
import { vatOn, type Seller, type VatRule, type VatTreatment } from './vat.ts'

/** Kinds of documents: an invoice to a buyer, one that the market operator makes for a supplier, a credit note, one for a refund, an interest invoice, a request for a deposit, and one to pay a deposit back. */
export const INVOICE_KINDS = [
  'invoice',
  'selfBilled',
  'creditNote',
  'refund',
  'interest',
  'deposit',
  'depositReturn',
] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]
export const INVOICE_KIND_LABELS: Record<InvoiceKind, string> = {
  invoice: 'Invoice',
  selfBilled: 'Self-billed invoice',
  creditNote: 'Credit note',
  refund: 'Credit note for a refund',
  interest: 'Interest invoice',
  deposit: 'Deposit request',
  depositReturn: 'Repayment of a deposit',
}

/** A party of an invoice as it was on the day of issue. */
export interface InvoiceParty {
  id: string
  name: string
  address: string | null
  companyNumber: string | null
  vatNumber: string | null
}

/** A line of an invoice, in pence without VAT. */
export interface InvoiceLine {
  kind: PriceLineKind | 'interest' | 'deposit'
  /** Project that supplies the units, where the line is for one. */
  projectId: string | null
  text: string
  /** Supplier of the units, where the market operator is its agent. */
  supplier: Pick<InvoiceParty, 'name' | 'vatNumber'> | null
  amount: Pence
  treatment: VatTreatment
  /** Rate in tenths of a percent. */
  rate: number
  rule: VatRule
}

/** Lines of one treatment added up, with their VAT. */
export interface InvoiceTax {
  treatment: VatTreatment
  rate: number
  net: Pence
  vat: Pence
}

/** Everything that an invoice says besides its number; it never changes. */
export interface InvoiceContent {
  sellsAs: Seller
  seller: InvoiceParty
  buyer: InvoiceParty
  market: string
  round: string
  item: string
  lines: readonly InvoiceLine[]
  taxes: readonly InvoiceTax[]
  /** Why a credit note takes an invoice back, or a deposit is paid back; null for others. */
  reason: string | null
}

/** An invoice, self-billed invoice or credit note about an instalment of one bid or offer. */
export interface Invoice extends StoredRow {
  issuerId: string
  kind: InvoiceKind
  /** Place in the series of its issuer and kind, without gaps, and the place before it. */
  place: number
  preceding: number | null
  /** Its number, such as INV-000012. */
  name: string
  roundId: string
  /** Owner of the bid or offer. */
  partyId: string
  itemKind: 'project' | 'requirement'
  itemId: string
  purpose: 'due' | 'payable' | 'maintenance' | 'deposits'
  event: Instalment['event'] | 'unitsFailed' | 'paidLate' | 'bidMade' | 'depositEnded'
  year: number | null
  issuedAt: Instant
  due: Day
  net: Pence
  vat: Pence
  /** Document that a credit note takes back, or deposit that is paid back. */
  creditsId: string | null
  /** True for a credit note whose amount is invoiced again. */
  isReissued: boolean | null
  /** Case because of which a refund is paid; null for other documents. */
  caseId: string | null
  /** Invoice on which a note charges interest; null for other documents. */
  interestOnId: string | null
  content: InvoiceContent
}

/** True for a document about the deposit of a bid: its request, its repayment, and a credit note for either. */
export const isAboutDeposit = ({ event }: Pick<Invoice, 'event'>): boolean =>
  event === 'bidMade' || event === 'depositEnded'

/** Names the two parties of a document: of a sale, or of a deposit. */
export const partyLabels = (of: Pick<Invoice, 'event'>): { seller: string; buyer: string } =>
  isAboutDeposit(of) ? { seller: 'Market operator', buyer: 'Bidder' } : { seller: 'Seller', buyer: 'Buyer' }

/** Says who sells, and who made the document; one about a project is made for its supplier, and one about a deposit sells nothing. */
export const invoiceNote = (of: Pick<Invoice, 'itemKind' | 'event'>, sellsAs: Seller): string => {
  const { itemKind } = of
  if (isAboutDeposit(of))
    return 'The deposit is security for a bid, and not a payment for units. It pays invoices if the bid wins, and is paid back if the bid does not win.'
  if (itemKind === 'project') return 'Self-billing: the market operator made this document for the seller.'
  return sellsAs === 'agent'
    ? 'The market operator sells as agent of the suppliers that the lines name.'
    : 'The market operator sells in its own right.'
}

/** Adds up the lines of each treatment and rate, in the order of their first line, and works out the VAT of each sum. */
export const sumTaxes = (
  lines: readonly Pick<InvoiceLine, 'amount' | 'treatment' | 'rate'>[],
): InvoiceTax[] => {
  const taxes: InvoiceTax[] = []
  for (const { amount, treatment, rate } of lines) {
    const same = taxes.find(tax => tax.treatment === treatment && tax.rate === rate)
    if (same) same.net += amount
    else taxes.push({ treatment, rate, net: amount, vat: 0 })
  }
  return taxes.map(tax => ({ ...tax, vat: vatOn(tax.net, tax.rate) }))
}

/** Net amount and VAT of taxes, in pence. */
export const totalOfTaxes = (taxes: readonly InvoiceTax[]): { net: Pence; vat: Pence } => ({
  net: taxes.reduce((sum, { net }) => sum + net, 0),
  vat: taxes.reduce((sum, { vat }) => sum + vat, 0),
})

/** Content of the credit note that takes an invoice back: the same with opposite amounts, and the reason. */
export const creditContent = (content: InvoiceContent, reason: string): InvoiceContent => ({
  ...content,
  lines: content.lines.map(line => ({ ...line, amount: 0 - line.amount })),
  taxes: content.taxes.map(tax => ({ ...tax, net: 0 - tax.net, vat: 0 - tax.vat })),
  reason,
})

/** Pence still to be paid of a document, by either side: nothing of a credit note, or of an invoice that one cancels. */
export const openAmount = (
  { kind, net, vat }: Pick<Invoice, 'kind' | 'net' | 'vat'>,
  { paid, isCredited }: { paid: Pence; isCredited: boolean },
): Pence => (kind === 'creditNote' || isCredited ? 0 : Math.abs(net + vat) - paid)

/** True for documents that money leaving the bank account pays: of suppliers, refunds, and deposits that are paid back. */
export const isPaidByOperator = ({ kind }: Pick<Invoice, 'kind'>): boolean =>
  kind === 'selfBilled' || kind === 'refund' || kind === 'depositReturn'

/**
 * Structured reference of an invoice for its payment (ISO 11649): RF, two check digits and the number without hyphen, so that
 * the whole, with RF and the digits moved to its end and letters of the alphabet as numbers from 10, leaves 1 when divided by 97.
 */
export const paymentReference = (number: string): string => {
  const reference = number.replaceAll(/[^0-9A-Z]/g, '')
  return `RF${String(98n - remainderBy97(`${reference}RF00`)).padStart(2, '0')}${reference}`
}

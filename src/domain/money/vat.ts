import type { Day } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'

/** Seller of the units to buyers: the market operator for each supplier, or in its own right (decision 0217). */
export const SELLERS = ['agent', 'principal'] as const
export type Seller = (typeof SELLERS)[number]
export const SELLER_LABELS: Record<Seller, string> = {
  agent: 'The market operator, as agent of each supplier',
  principal: 'The market operator, which buys from suppliers',
}

/** Ways in which value added tax treats a line of an invoice. */
export const VAT_TREATMENTS = ['standard', 'zero', 'exempt', 'outsideScope'] as const
export type VatTreatment = (typeof VAT_TREATMENTS)[number]
export const VAT_TREATMENT_LABELS: Record<VatTreatment, string> = {
  standard: 'Standard rate',
  zero: 'Zero rate',
  exempt: 'Exempt',
  outsideScope: 'Outside the scope of VAT',
}

/** Treatment of a line with its rate in percent, as documents show it. */
export const vatTreatmentText = (treatment: VatTreatment, percent: number): string =>
  treatment === 'standard' ? `${VAT_TREATMENT_LABELS.standard}, ${percent}%` : VAT_TREATMENT_LABELS[treatment]

/** VAT number of an organisation from a day on; null if it is not registered from then on. */
export interface VatRegistration {
  from: Day
  number: string | null
}

const normalise = (typed: string): string => typed.replaceAll(/[\s.-]/g, '').toUpperCase()

/** VAT number as GB and its digits; a text that is none stays as typed, without spaces. */
export const normaliseVatNumber = (typed: string): string => {
  const number = normalise(typed)
  return /^\d{9}(\d{3})?$/.test(number) ? `GB${number}` : number
}

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2] as const

/**
 * Error of a typed VAT number of the United Kingdom; undefined if it is correct. The last two of its nine digits are check digits:
 * the weighted digits and the check digits add up to a multiple of 97, in newer numbers 55 less than one (HMRC, "9755").
 */
export const vatNumberError = (typed: string): string | undefined => {
  const [, digits] = /^GB(\d{9})(\d{3})?$/.exec(normaliseVatNumber(typed)) ?? []
  if (digits === undefined) return 'Not a valid VAT number. Enter nine digits, such as GB 123 4567 82'
  const sum = WEIGHTS.reduce((all, weight, at) => all + weight * Number(digits[at]), Number(digits.slice(7)))
  return sum % 97 === 0 || (sum + 55) % 97 === 0
    ? undefined
    : 'This VAT number has a wrong digit: its check digits do not fit'
}

/** VAT number of an organisation on a day; null if it is not registered. */
export const vatNumberOn = (registrations: readonly VatRegistration[], day: Day): string | null =>
  registrations.findLast(({ from }) => from <= day)?.number ?? null

/** Adds a registration; it replaces one from the same day. */
export const withVatRegistration = (
  registrations: readonly VatRegistration[],
  added: VatRegistration,
): VatRegistration[] =>
  [...registrations.filter(({ from }) => from !== added.from), added].toSorted((a, b) =>
    a.from.localeCompare(b.from),
  )

/** Reasons for the treatment of a line. */
export const VAT_RULES = {
  sellerNotRegistered: 'The seller is not registered for VAT',
  unitsOfMarket: 'The market treats the supply of units in this way',
  interest: 'Interest on a late payment is not a supply',
  deposit: 'No VAT is due, because a deposit is not payment for goods or services',
  services: 'Services of the market operator and of those who check have the standard rate',
} as const
export type VatRule = keyof typeof VAT_RULES

/** Chooses the treatment of a line, and says by which rule. */
export const chooseVatTreatment = (
  line: 'units' | 'services',
  { sellerNumber, unitsVat }: { sellerNumber: string | null; unitsVat: VatTreatment },
): { treatment: VatTreatment; rule: VatRule } => {
  if (sellerNumber === null) return { treatment: 'outsideScope', rule: 'sellerNotRegistered' }
  return line === 'units'
    ? { treatment: unitsVat, rule: 'unitsOfMarket' }
    : { treatment: 'standard', rule: 'services' }
}

/** Standard rate of VAT from a day on, in tenths of a percent. */
export interface VatRate {
  from: Day
  tenths: number
}

/** Rate of a treatment on a day, in tenths of a percent. Throws if no standard rate is known for the day. */
export const vatRateOn = (rates: readonly VatRate[], treatment: VatTreatment, day: Day): number => {
  if (treatment !== 'standard') return 0
  const rate = rates.findLast(({ from }) => from <= day)
  if (!rate) throw new Error(`No standard rate of VAT is known for ${day}`)
  return rate.tenths
}

/** VAT on a net amount at a rate in tenths of a percent, rounded to the penny, half a penny away from zero. */
export const vatOn = (net: Pence, tenths: number): Pence => {
  const doubled = 2n * BigInt(Math.abs(net)) * BigInt(tenths)
  const vat = Number((doubled + 1000n) / 2000n)
  return net < 0 ? 0 - vat : vat
}

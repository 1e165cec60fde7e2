import type { Pence } from '@credit-market/values/money'
import { creditContent, type InvoiceContent, type InvoiceLine, sumTaxes } from './invoice.ts'
import type { FailedShare } from './held-payment.ts'

const keyOf = ({ kind, projectId, treatment, rate, rule }: InvoiceLine): string =>
  JSON.stringify([kind, projectId, treatment, rate, rule])

/** Sums the lines of documents by kind, project and VAT treatment, in the order of their first line. */
const sumLines = (contents: readonly InvoiceContent[]): Map<string, InvoiceLine> => {
  const sums = new Map<string, InvoiceLine>()
  for (const line of contents.flatMap(({ lines }) => lines)) {
    const earlier = sums.get(keyOf(line))
    sums.set(keyOf(line), { ...line, amount: line.amount + (earlier?.amount ?? 0) })
  }
  return sums
}

/**
 * Part of an amount for failed units, rounded down to the penny, also if the amount is negative, so that parts never add up to more
 * than the whole.
 */
const failedPart = (amount: Pence, { failed, sold }: FailedShare): Pence => {
  const product = BigInt(amount) * BigInt(failed)
  const whole = product / BigInt(sold)
  return Number(product < 0n && product % BigInt(sold) !== 0n ? whole - 1n : whole)
}

const LINE_TEXTS: Record<InvoiceLine['kind'], string> = {
  units: 'Refund for units',
  maintenance: 'Refund for maintenance of the projects',
  operator: 'Refund of the market operator’s fee',
  compliance: 'Refund for compliance checks',
  performance: 'Refund for performance checks',
  difference: 'Refund of the difference to the fair price of the round',
  interest: 'Refund of interest',
  deposit: 'Repayment of the deposit',
}

/**
 * Content of the credit note that refunds the failed share of what was invoiced to a buyer, less what was refunded before because of
 * the same case; null if nothing is left to refund. The parties are those of the last invoice. Amounts are negative.
 */
export const refundContent = (
  invoiced: readonly InvoiceContent[],
  refunded: readonly InvoiceContent[],
  share: FailedShare,
  reason: string,
): InvoiceContent | null => {
  const last = invoiced.at(-1)
  if (!last || share.sold <= 0) return null
  const before = sumLines(refunded)
  const lines = [...sumLines(invoiced)].flatMap(([key, line]) => {
    const amount = failedPart(line.amount, share) + (before.get(key)?.amount ?? 0)
    return amount === 0 ? [] : [{ ...line, amount, text: LINE_TEXTS[line.kind] }]
  })
  return lines.reduce((sum, { amount }) => sum + amount, 0) <= 0
    ? null
    : creditContent({ ...last, lines, taxes: sumTaxes(lines) }, reason)
}

import type { Day } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import type { Invoice } from '../invoice.ts'
import type { VatRule, VatTreatment } from '../vat.ts'

/** Boxes of a VAT return that follow from documents: VAT on sales, VAT on purchases, and both without VAT. */
export const VAT_BOXES = {
  1: 'VAT due on sales',
  4: 'VAT reclaimed on purchases',
  6: 'Sales',
  7: 'Purchases',
}

/** An amount of a document under one treatment, in pence; negative in a credit note. */
export interface VatAmount {
  purpose: Invoice['purpose']
  /** Rule that chose the treatment. */
  rule: VatRule
  treatment: VatTreatment
  /** VAT number of the market operator on the document; null if it was not registered on that day. */
  operatorNumber: string | null
  net: Pence
  vat: Pence
}

/** Boxes to which an amount belongs: of its VAT, null if its supplier cannot charge any, and of its net amount. */
export interface VatBoxPair {
  vat: 1 | 4 | null
  net: 6 | 7
}

/**
 * Boxes of an amount in the return of the market operator; null if it is on no return. Documents are in the name of the market
 * operator whether it sells as agent or as principal, so both are the same (decision 0254; Value Added Tax Act 1994, section 47(3)).
 * No one files a return for a day without registration. What is outside the scope of VAT is left out, but a purchase from a supplier
 * who is not registered is in box 7, without VAT for box 4 (VAT Notice 700/12, section 3).
 */
export const vatBoxesOf = ({ purpose, rule, treatment, operatorNumber }: VatAmount): VatBoxPair | null => {
  if (operatorNumber === null || purpose === 'deposits') return null
  if (purpose === 'due') return treatment === 'outsideScope' ? null : { vat: 1, net: 6 }
  if (rule === 'sellerNotRegistered') return { vat: null, net: 7 }
  return treatment === 'outsideScope' ? null : { vat: 4, net: 7 }
}

/** Figures of a VAT return: VAT in pence, and net amounts in whole pounds. */
export interface VatFigures {
  box1: Pence
  box4: Pence
  box6: number
  box7: number
  /** VAT of documents that is in no box, in pence: what is due less what is reclaimed. */
  inNoBox: Pence
}

/** Whole pounds, half a pound away from zero: HMRC takes boxes 6 and 7 without pence. */
const wholePounds = (pence: Pence): number => Math.sign(pence) * Math.round(Math.abs(pence) / 100) || 0

/** Adds up the boxes of a period; credit notes reduce them, so a box can be negative. */
export const sumVatReturn = (amounts: readonly VatAmount[]): VatFigures => {
  const boxes = { 1: 0, 4: 0, 6: 0, 7: 0 }
  let inNoBox: Pence = 0
  for (const amount of amounts) {
    const at = vatBoxesOf(amount)
    if (at) boxes[at.net] += amount.net
    if (at?.vat) boxes[at.vat] += amount.vat
    else inNoBox += amount.purpose === 'due' ? amount.vat : -amount.vat
  }
  return {
    ...{ box1: boxes[1], box4: boxes[4], inNoBox },
    ...{ box6: wholePounds(boxes[6]), box7: wholePounds(boxes[7]) },
  }
}

/** First and last day of the last calendar quarter that has ended before a day. */
export const quarterBefore = (today: Day): { from: Day; until: Day } => {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const start = month - 1 - ((month - 1) % 3)
  const dayAt = (monthIndex: number, date: number): Day =>
    new Date(Date.UTC(year, monthIndex, date)).toISOString().slice(0, 10)
  return { from: dayAt(start - 3, 1), until: dayAt(start, 0) }
}

import type { Pence } from '@credit-market/values/money'
import type { AccountPurpose } from './account.ts'

/** Amounts that an organisation pays and receives, in pence. */
export interface MoneyPosition {
  pays: Pence
  /** Received for itself: the offer, and the share of the surplus. */
  receivesNow: Pence
  /** Held for it, and paid year by year as the habitat is maintained. */
  receivesLater: Pence
  /** Paid by buyers for its projects, for the market operator and for checks. */
  forOthers: Pence
}

/** Says which part of a position a posting to such an account belongs to. */
const PARTS: Readonly<Record<AccountPurpose, { part: keyof MoneyPosition; sign: 1 | -1 } | null>> = {
  due: { part: 'pays', sign: 1 },
  payable: { part: 'receivesNow', sign: -1 },
  maintenance: { part: 'receivesLater', sign: -1 },
  operator: { part: 'forOthers', sign: -1 },
  compliance: { part: 'forOthers', sign: -1 },
  performance: { part: 'forOthers', sign: -1 },
  deposits: null,
  refunds: null,
  interest: null,
  vat: null,
  bankCharges: null,
  bankInterest: null,
  bank: null,
  transfers: null,
  unallocated: null,
  suspense: null,
}

/** Adds up the postings about an organisation's offers and bids, in pence. */
export const sumMoneyPosition = (
  postings: readonly { purpose: AccountPurpose; amount: Pence }[],
): MoneyPosition => {
  const position: MoneyPosition = { pays: 0, receivesNow: 0, receivesLater: 0, forOthers: 0 }
  for (const { purpose, amount } of postings) {
    const at = PARTS[purpose]
    if (at) position[at.part] += at.sign * amount
  }
  return position
}

import { type Pence, showMoney } from '@credit-market/values/money'

/** Days after its issue on which a deposit is due, if no closing time of the round is announced. */
export const DEPOSIT_DAYS = 7

/** The deposit of a market or round in words. */
export const depositText = (deposit: Pence | null): string =>
  deposit === null
    ? 'None'
    : `${showMoney(deposit, true)} for each bid. A bid whose deposit has not been received in full when the match begins takes no part in it. The deposit of a winner is set off against its invoices, and all others are paid back`

/** What has become of a deposit. */
export const DEPOSIT_STATES = [
  'Asked',
  'PartlyPaid',
  'Received',
  'SetOff',
  'ToBePaidBack',
  'PaidBack',
  'TakenBack',
] as const
export type DepositState = (typeof DEPOSIT_STATES)[number]
export const DEPOSIT_STATE_LABELS: Record<DepositState, string> = {
  Asked: 'To be paid',
  PartlyPaid: 'Paid in part',
  Received: 'Received',
  SetOff: 'Set off against invoices',
  ToBePaidBack: 'Will be paid back',
  PaidBack: 'Paid back',
  TakenBack: 'Not needed any more',
}

/** Amounts of one deposit in pence. */
interface DepositAmounts {
  asked: Pence
  paid: Pence
  setOff: Pence
  /** Amount of the document that pays it back, and what the bank has paid of that. */
  payBack: Pence
  paidBack: Pence
  /** True if a credit note takes it back, because it was never paid. */
  isTakenBack: boolean
}

/** Says what has become of a deposit. */
export const depositStateOf = (of: DepositAmounts): DepositState => {
  if (of.isTakenBack) return 'TakenBack'
  if (of.payBack > 0) return of.paidBack < of.payBack ? 'ToBePaidBack' : 'PaidBack'
  if (of.setOff > 0) return 'SetOff'
  if (of.paid === 0) return 'Asked'
  return of.paid < of.asked ? 'PartlyPaid' : 'Received'
}

/** Facts from which follows what to do with a deposit. */
export interface DepositFacts {
  /** Pence received, and pence received that are neither set off nor paid back. */
  paid: Pence
  left: Pence
  /** Standing of its bid: in the round without a result, won, or out of the round. */
  bid: 'waiting' | 'won' | 'out'
  /** Open invoices of the same requirement in the round, the oldest first. */
  invoices: readonly { id: string; open: Pence }[]
  /** True if the invoices ask for all that the settlement of the round posted. */
  isInvoicedInFull: boolean
}

/** Parts of a deposit to set off, and how it ends: with a payment back, a credit note, or not yet. */
export interface DepositSettlement {
  setOff: { invoiceId: string; amount: Pence }[]
  end: { how: 'payBack'; amount: Pence } | { how: 'takeBack' } | null
}

/**
 * Decides what to do with a deposit (decision 0244). While its bid waits for a result, nothing. Then it pays what is open of invoices,
 * the oldest first. What is left is paid back if the bid is out of the round, or won and everything is invoiced and paid. If it
 * was never paid, it is taken back.
 */
export const settleDeposit = ({
  paid,
  left,
  bid,
  invoices,
  isInvoicedInFull,
}: DepositFacts): DepositSettlement => {
  if (bid === 'waiting') return { setOff: [], end: null }
  if (paid === 0) return { setOff: [], end: { how: 'takeBack' } }
  let rest = left
  const setOff: DepositSettlement['setOff'] = []
  for (const { id, open } of invoices) {
    const amount = Math.min(rest, open)
    if (amount <= 0) continue
    setOff.push({ invoiceId: id, amount })
    rest -= amount
  }
  const isOver = bid === 'out' || isInvoicedInFull
  return { setOff, end: rest > 0 && isOver ? { how: 'payBack', amount: rest } : null }
}

import { type Day, showDay } from '@credit-market/values/dates'
import { type Pence, showMoney } from '@credit-market/values/money'
import type { BankLine } from './bank-line.ts'

/** Days after its issue on which a deposit is due, if no closing time of the round is announced. */
export const DEPOSIT_DAYS = 7

/** Days for which a deposit that people have reopened is not used and not paid back, so that its payment can be corrected. */
export const REOPENED_DAYS = 7

/** The deposit of a market or round in words. */
export const depositText = (deposit: Pence | null): string =>
  deposit === null
    ? 'None'
    : `${showMoney(deposit, true)} for each bid. If we have not received the full deposit when matching starts, the bid does not count. If you win, your deposit pays your first invoices. If you do not win, we pay it back`

/** Says, before a bid is made, which deposit it needs and when; `closes` is the announced day on which bids close. */
export const depositNote = (deposit: Pence, closes: Day | null): string =>
  closes === null
    ? `This round asks for a deposit of ${showMoney(deposit, true)} for each bid. You get a request with a payment reference within the hour after you bid. Pay it within ${DEPOSIT_DAYS} days. If we have not received the full deposit when matching starts, your bid does not count.`
    : `This round asks for a deposit of ${showMoney(deposit, true)} for each bid. You get a request with a payment reference within the hour after you bid. Pay it by ${showDay(closes)}. If we have not received the full deposit when matching starts, your bid does not count.`

/** Says that the bank may have returned the payment of a deposit that is to be paid back. */
export const returnedDepositText = (of: { id: string; depositId: string; bankReference: string }): string =>
  `${of.id} pays back the deposit ${of.depositId}, but bank line ${of.bankReference} may have returned its payment. Do not pay it. Reopen the deposit and book that line first`

/** Says by which line of the bank a deposit that is paid back was received. */
export const depositPaymentText = ({
  id,
  depositId,
  line: { bankReference, bookedOn, amount },
}: {
  id: string
  depositId: string
  line: Pick<BankLine, 'bankReference' | 'bookedOn' | 'amount'>
}): string =>
  `${id} pays back the deposit ${depositId}, which was paid by bank line ${bankReference} of ${showDay(bookedOn)} with ${showMoney(amount, true)}`

/**
 * Says why a person must not decide that deposits are paid back: the person uploaded the statement with the payment of one, so that
 * one person cannot make up a payment and have it paid out (as decision 0235 for payments that came back).
 */
export const depositReturnObstacle = (
  deposits: readonly { id: string; depositId: string; paidBy: readonly Pick<BankLine, 'uploadedBy'>[] }[],
  userId: string | null,
): string | null => {
  const own = deposits.find(({ paidBy }) => paidBy.some(({ uploadedBy }) => uploadedBy === userId))
  return own === undefined
    ? null
    : `You uploaded the bank statement with the payment of the deposit ${own.depositId}, so you cannot approve paying it back. Ask a colleague to approve, or cancel this run and create one without ${own.id}`
}

/** States of a deposit, from its request to its end. */
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
  SetOff: 'Used to pay invoices',
  ToBePaidBack: 'Will be paid back',
  PaidBack: 'Paid back',
  TakenBack: 'No longer needed',
}

/** Says whether a deposit is still to be paid, in full or in part. */
export const isDepositUnpaid = ({ state }: { state: DepositState }): boolean =>
  state === 'Asked' || state === 'PartlyPaid'

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

/** State of a deposit with these amounts. */
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
 * Decides what to do with a deposit (decision 0244). It stays as it is while its bid waits for a result. Then it pays unpaid invoices,
 * the oldest first. The rest is paid back once the bid is out of the round, or once everything it won is invoiced and paid. An unpaid
 * request is cancelled at the same time: until then a winner can still pay it, and it pays the next invoices (decision 0248).
 */
export const settleDeposit = ({
  paid,
  left,
  bid,
  invoices,
  isInvoicedInFull,
}: DepositFacts): DepositSettlement => {
  if (bid === 'waiting') return { setOff: [], end: null }
  const isOver = bid === 'out' || isInvoicedInFull
  if (paid === 0) return { setOff: [], end: isOver ? { how: 'takeBack' } : null }
  let rest = left
  const setOff: DepositSettlement['setOff'] = []
  for (const { id, open } of invoices) {
    const amount = Math.min(rest, open)
    if (amount <= 0) continue
    setOff.push({ invoiceId: id, amount })
    rest -= amount
  }
  return { setOff, end: rest > 0 && isOver ? { how: 'payBack', amount: rest } : null }
}

import type { BankLine } from '#domain/money/bank-line'
import { numbersOfLines } from '#domain/money/book-statement'
import type { Invoice } from '#domain/money/invoice'
import { returnedDepositText } from '#domain/money/deposit'
import type { Read } from '../kit/changes.ts'

/** A repayment of a deposit with the lines of the bank that paid the deposit, and those that wait because the bank returned it. */
export interface DepositLines {
  /** Document that pays the deposit back, and the deposit. */
  id: string
  depositId: string
  paidBy: BankLine[]
  returned: BankLine[]
}

/** Reads which lines of the bank paid the deposits that these documents pay back, and which lines that wait may return them. */
export const readDepositLines = async (read: Read, invoices: readonly Invoice[]): Promise<DepositLines[]> => {
  const returns = invoices.flatMap(({ id, kind, creditsId }) =>
    kind === 'depositReturn' && creditsId !== null ? [{ id, depositId: creditsId }] : [],
  )
  if (returns.length === 0) return []
  const payments = await read.list('payment', { invoiceId: returns.map(({ depositId }) => depositId) })
  const lineIds = payments.flatMap(({ bankLineId }) => bankLineId ?? [])
  const [paid, waiting] = await Promise.all([
    read.list('bankLine', { id: lineIds }),
    read.list('bankLine', { status: 'Waiting' }),
  ])
  return returns.map(({ id, depositId }) => {
    const ids = new Set(payments.filter(one => one.invoiceId === depositId).map(one => one.bankLineId))
    const paidBy = paid.filter(line => ids.has(line.id) && line.amount > 0)
    const ends = new Set(paidBy.flatMap(({ endToEndId }) => endToEndId ?? []))
    const returned = waiting.filter(
      line =>
        line.amount < 0 && (ends.has(line.endToEndId ?? '') || numbersOfLines([line]).includes(depositId)),
    )
    return { id, depositId, paidBy, returned }
  })
}

/** Says of which deposits the bank may have returned the payment, so that paying them back would pay them twice. */
export const returnedDeposits = (lines: readonly DepositLines[]): { id: string; text: string }[] =>
  lines.flatMap(({ id, depositId, returned: [first] }) =>
    first ? [{ id, text: returnedDepositText({ id, depositId, bankReference: first.bankReference }) }] : [],
  )

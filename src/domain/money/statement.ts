import { isDay } from '@credit-market/values/dates'
import { penceOf } from '@credit-market/values/money'
import type { UploadedTable } from '../text/filed-document.ts'
import { ibanError, normaliseIban, type StatementLine } from './bank-line.ts'

/** Headings of a statement as CSV. The first four are needed in every file. */
export const STATEMENT_HEADINGS = {
  bookedOn: 'Booking date',
  amount: 'Amount',
  currency: 'Currency',
  reference: 'Reference',
  partyName: 'Name',
  bankReference: 'Line id',
  partyIban: 'IBAN',
  endToEndId: 'End-to-end id',
  isReturn: 'Returned',
  account: 'Account',
  closingBalance: 'Closing balance',
  closingOn: 'Closing date',
} as const
const NEEDED = ['bookedOn', 'amount', 'currency', 'reference'] as const

type Cells = Readonly<Record<string, string>>

const MOST_SIGNS = 500

const cell = (cells: Cells, part: keyof typeof STATEMENT_HEADINGS): string | null =>
  cells[STATEMENT_HEADINGS[part]]?.trim().slice(0, MOST_SIGNS) || null

/** Fingerprint of a line to which the bank gives no id: what it says, and its place among the lines of the file that say the same. */
const fingerprintOf = (
  line: Omit<StatementLine, 'bankReference'>,
  seen: Map<string, number>,
  hash: (text: string) => string,
): string => {
  const { bookedOn, amount, currency, partyName, reference } = line
  const said = JSON.stringify([bookedOn, amount, currency, partyName, reference])
  const ordinal = (seen.get(said) ?? 0) + 1
  seen.set(said, ordinal)
  return `CSV ${hash(said)} ${ordinal}`
}

const AMOUNT = /^[+-]?\d{1,10}(\.\d{1,2})?$/

const faultOf = (cells: Cells): string | undefined => {
  const [day, amount, iban] = [cell(cells, 'bookedOn'), cell(cells, 'amount'), cell(cells, 'account')]
  if (day === null || !isDay(day))
    return `the ${STATEMENT_HEADINGS.bookedOn} must be a date such as 2026-06-01`
  if (amount === null || !AMOUNT.test(amount) || Number(amount) === 0)
    return `the ${STATEMENT_HEADINGS.amount} must be a number such as 1250.00, or -1250.00 for money that left the account`
  if (!/^[A-Z]{3}$/.test(cell(cells, 'currency') ?? ''))
    return `the ${STATEMENT_HEADINGS.currency} must be a code such as GBP`
  if (iban !== null && ibanError(iban) !== undefined)
    return `the ${STATEMENT_HEADINGS.account} is not an IBAN`
  const returned = cell(cells, 'isReturn')
  if (returned !== null && !['yes', 'no'].includes(returned))
    return `the ${STATEMENT_HEADINGS.isReturn} must be yes or no`
  const [balance, closing] = [cell(cells, 'closingBalance'), cell(cells, 'closingOn')]
  if (balance === null && closing === null) return undefined
  if (balance === null || !AMOUNT.test(balance))
    return `the ${STATEMENT_HEADINGS.closingBalance} must be a number such as 1250.00`
  return closing === null || !isDay(closing)
    ? `the ${STATEMENT_HEADINGS.closingOn} must be a date such as 2026-06-01`
    : undefined
}

/**
 * Reads the rows of a statement, CSV or what was read from camt.053. A row without an account is of the account of the market operator.
 * Returns a sentence with the row and the reason if any of them is not valid, and then nothing of the file may be used.
 */
export const readStatementLines = (
  { header, rows }: Pick<UploadedTable, 'header' | 'rows'>,
  ownAccount: string,
  hash: (text: string) => string,
): StatementLine[] | string => {
  const missing = NEEDED.map(part => STATEMENT_HEADINGS[part]).find(heading => !header.includes(heading))
  if (missing !== undefined) return `Row 1: there is no heading ${missing}`
  const known: readonly string[] = Object.values(STATEMENT_HEADINGS)
  const unknown = header.find(heading => !known.includes(heading))
  if (unknown !== undefined) return `Row 1: the heading ${unknown} is not one of a statement`
  if (rows.length === 0) return 'The statement has no lines'
  const seen = new Map<string, number>()
  const lines: StatementLine[] = []
  for (const { line: row, cells } of rows) {
    const fault = faultOf(cells)
    if (fault !== undefined) return `Row ${row}: ${fault}`
    const balance = cell(cells, 'closingBalance')
    const line = {
      account: normaliseIban(cell(cells, 'account') ?? ownAccount),
      bookedOn: cell(cells, 'bookedOn') ?? '',
      amount: penceOf(Number(cell(cells, 'amount'))),
      currency: cell(cells, 'currency') ?? '',
      partyName: cell(cells, 'partyName'),
      partyIban: partyIbanOf(cells),
      reference: cell(cells, 'reference'),
      endToEndId: cell(cells, 'endToEndId'),
      isReturn: cell(cells, 'isReturn') === 'yes',
      closingBalance: balance === null ? null : penceOf(Number(balance)),
      closingOn: cell(cells, 'closingOn'),
    }
    lines.push({ ...line, bankReference: cell(cells, 'bankReference') ?? fingerprintOf(line, seen, hash) })
  }
  return lines
}

const partyIbanOf = (cells: Cells): string | null => {
  const typed = cell(cells, 'partyIban')
  return typed === null || ibanError(typed) !== undefined ? null : normaliseIban(typed)
}

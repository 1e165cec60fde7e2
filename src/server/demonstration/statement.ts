import { stringify } from 'csv-stringify/sync'
import type { Read } from '#actions/kit/changes'
import { type Invoice, isPaidByOperator, paymentReference } from '#domain/money/invoice'
import { STATEMENT_HEADINGS } from '#domain/money/statement'
import type { Instant } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import { DEMONSTRATION_OPERATOR_USERNAME } from './people.ts'
import type { DemonstrationStep } from './step.ts'

/** A line of a bank statement, as the cells of a CSV. */
export type Line = Partial<Record<keyof typeof STATEMENT_HEADINGS, string>>

const COLUMNS = [
  ...(['bookedOn', 'amount', 'currency', 'partyName', 'reference'] as const),
  ...(['bankReference', 'endToEndId', 'isReturn', 'closingBalance', 'closingOn'] as const),
]

/** Writes lines as a statement in CSV. */
export const toCsv = (lines: readonly Line[]): string =>
  stringify([...lines], {
    header: true,
    columns: COLUMNS.map(key => ({ key, header: STATEMENT_HEADINGS[key] })),
  })

/** Amount of a line, in pounds with two decimals. */
export const inPounds = (pence: Pence): string => (pence / 100).toFixed(2)

/** The line with which this many pence of a document are paid, on its due date. */
export const lineOf = ({ id, kind, due, content }: Invoice, pence: Pence): Line => ({
  ...{ bookedOn: due, currency: 'GBP', reference: paymentReference(id) },
  amount: inPounds(isPaidByOperator({ kind }) ? -pence : pence),
  partyName: kind === 'selfBilled' ? content.seller.name : content.buyer.name,
  ...{ bankReference: `DEMO-${id}`, endToEndId: `${id.replace('-', '')}A` },
})

/** The line with which the bank returns a payment. */
export const returnOf = (line: Line): Line => ({
  ...line,
  ...{ amount: `-${line.amount}`, bankReference: `${line.bankReference}-R`, isReturn: 'yes' },
})

/** The step in which the operator uploads a statement that is written then. */
export const uploadStatement = (at: Instant, write: (read: Read) => Promise<string>): DemonstrationStep => ({
  ...{ at, by: DEMONSTRATION_OPERATOR_USERNAME, kind: 'bankLines', subjectId: 'bankLines' },
  ...{ action: 'UploadBankStatement', values: {} },
  files: { statement: async read => ({ name: 'statement.csv', text: await write(read) }) },
})

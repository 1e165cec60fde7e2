import type { BankLine, StatementLine } from '#domain/money/bank-line'
import {
  type BookedStatement,
  bookStatement,
  numbersOfLines,
  type StatementFacts,
} from '#domain/money/book-statement'
import { sha256 } from '@credit-market/matching/formats/sha256'
import { readStatementLines } from '#domain/money/statement'
import type { UploadedFileRef, UploadedTable } from '#domain/text/filed-document'
import { action } from '../kit/action.ts'
import { create, type EffectContext, type Read } from '../kit/changes.ts'
import { file, type Field } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readPayable, readReversible, readStanding } from './payable.ts'

const STATEMENT: Field<UploadedFileRef, UploadedTable, 'file'> = {
  ...file('Bank statement', 'BankStatement', ['xml', 'csv']),
  // The lines are read where the file is stored.
  toSaved: list => ({ ...list, header: [], rows: [] }),
  toDraft: ({ id, name }) => ({ id, name }),
  reads: 'table',
  isAnew: true,
  hint: 'A statement of your account from your bank: camt.053.001.08 (XML), or CSV with the headings Booking date, Amount, Currency, Name, Reference and Line id. At most 2,000 lines.',
}

const NO_ACCOUNT = 'Set the bank account on the page of your organisation first'

const readOrganisations = async (read: Read, lines: readonly StatementLine[]) => {
  const ibans = [...new Set(lines.flatMap(({ partyIban }) => partyIban ?? []))]
  return read.list('organisation', { iban: ibans, type: 'PARTICIPANT' })
}

const readThere = async (read: Read, lines: readonly StatementLine[]): Promise<BankLine[]> => {
  const account = [...new Set(lines.map(one => one.account))]
  const [byReference, byEndToEnd] = await Promise.all([
    read.list('bankLine', { account, bankReference: lines.map(one => one.bankReference) }),
    read.list('bankLine', { account, endToEndId: lines.flatMap(one => one.endToEndId ?? []) }),
  ])
  return [...new Map([...byReference, ...byEndToEnd].map(line => [line.id, line])).values()]
}

const readFacts = async (
  read: Read,
  lines: readonly StatementLine[],
  ownAccount: string,
): Promise<StatementFacts> => {
  const holders = await readOrganisations(read, lines)
  const [named, ofHolders, there] = await Promise.all([
    read.list('invoice', { id: numbersOfLines(lines) }),
    read.list('invoice', { partyId: holders.map(({ id }) => id) }),
    readThere(read, lines),
  ])
  const ofLines = await read.list('payment', { bankLineId: there.map(({ id }) => id) })
  const more = await read.list('invoice', { id: ofLines.map(({ invoiceId }) => invoiceId) })
  const invoices = [...new Map([...named, ...ofHolders, ...more].map(one => [one.id, one])).values()]
  const { payable, payments } = await readPayable(read, invoices)
  const standing = await readStanding(
    read,
    payments.filter(({ bankLineId }) => bankLineId !== null),
  )
  return { ownAccount, there, invoices: payable, holders, standing: await readReversible(read, standing) }
}

/** The lines of a statement with what is known about them, or why it is refused. */
type Reading = string | { lines: readonly StatementLine[]; facts: StatementFacts }

const book = (
  reading: Reading,
  {
    actor,
    values: { statement },
    now,
    newId,
  }: EffectContext & { actor: { userId: string | null }; values: { statement: UploadedFileRef } },
): BookedStatement | string =>
  typeof reading === 'string'
    ? reading
    : bookStatement(reading.lines, reading.facts, {
        ...{ uploadedBy: actor.userId ?? '', statementId: statement.id, now, newId },
      })

/**
 * Books a statement of the bank: each line once, and to invoices only what is certain. Only staff of the market operator can; the file
 * stays with the entry in the log, so that a statement that the bank never made can be found out by comparing the two.
 */
export const uploadBankStatement = action({
  name: 'UploadBankStatement',
  on: 'bankLines',
  title: 'Upload bank statement',
  description:
    'Lines with the reference of an invoice or deposit are booked to it. Lines that are not certain wait in the list for you. Lines that you have uploaded before are skipped.',
  who: [operator],
  fields: { statement: STATEMENT },
  given: async read => ({
    hasAccount: (await read.list('organisation', { type: 'OPER' })).some(({ iban }) => iban !== null),
  }),
  check: (_, { hasAccount }) => (hasAccount ? {} : { form: NO_ACCOUNT }),
  reads: async (read, _, { statement }): Promise<Reading> => {
    const own = (await read.list('organisation', { type: 'OPER' })).find(({ iban }) => iban !== null)
    const lines = readStatementLines(statement, own?.iban ?? '', sha256)
    return typeof lines === 'string' ? lines : { lines, facts: await readFacts(read, lines, own?.iban ?? '') }
  },
  refuse: ({ reads, ...context }) => {
    const booked = book(reads, context)
    return typeof booked === 'string' ? { statement: booked } : {}
  },
  effect: ({ reads, ...context }) => {
    const booked = book(reads, context)
    if (typeof booked === 'string') return []
    return [
      ...booked.lines.map(line => create('bankLine', line)),
      ...booked.payments.map(payment => create('payment', payment)),
    ]
  },
  done: 'The statement is in the books. Lines that are not certain wait in the list',
})

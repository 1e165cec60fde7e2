import { type Kysely, sql } from 'kysely'
import { type AccountStatement, type AccountStatementLine, STATEMENT_LINES } from '#contract/money/statement'
import type { DownloadCell } from '#domain/match/match-files'
import { ACCOUNT_TEXTS } from '#domain/money/account'
import { statementLineText } from '#domain/money/statement-lines'
import { selectPeriod, type StatementPeriod } from '#domain/money/statement-period'
import type { Actor } from '#domain/people/actor'
import { isOneOf } from '#domain/values/narrow'
import { type Instant, showDay } from '@credit-market/values/dates'
import { penceOf, poundsOf, showMoney } from '@credit-market/values/money'
import type { Paper } from '../certificates/paper.ts'
import type { Database } from '../store/tables/tables.ts'
import { readRoundsWithMarkets } from '../views/kit/names.ts'
import { type BookedPosting, readNamesOfPostings } from './books.ts'
import { readKnownOrganisation } from './views.ts'

/** Invoices that entries are about, by the id of the entry: the document itself, or the one that a payment pays. */
const readDocuments = async (
  db: Kysely<Database>,
  postings: readonly BookedPosting[],
): Promise<ReadonlyMap<string, AccountStatementLine['document']>> => {
  const ids = postings.flatMap(({ kind, entryId }) =>
    kind === 'settlement' ? [] : [entryId.slice(kind.length + 1)],
  )
  const { rows } = await sql<{ key: string; id: string; name: string }>`
    select 'payment ' || payment.id as key, invoice.id, name from payment join invoice on invoice.id = invoice_id
    where payment.id = any(${ids}::text[])
    union all select prefix || id, id, name from invoice, unnest(array['invoice ', 'refund ', 'credit ', 'interest ']) as prefix
    where id = any(${ids}::text[])`.execute(db)
  return new Map(rows.map(({ key, id, name }) => [key, { id, name }]))
}

/** Statement of account of an organisation that the reader may know; null of one that it may not know, or that has none. */
export const readStatement = async (
  db: Kysely<Database>,
  organisationId: string | undefined,
  period: StatementPeriod,
  reader: Actor,
): Promise<AccountStatement | null> => {
  const found = await readKnownOrganisation(db, organisationId, reader)
  if (!found) return null
  const postings = found.postings.filter(one => one.organisationId !== null)
  const [documents, round, { item }] = await Promise.all([
    readDocuments(db, postings),
    readRoundsWithMarkets(
      db,
      postings.map(({ roundId }) => roundId),
    ),
    readNamesOfPostings(db, postings),
  ])
  const cut = selectPeriod(postings, period)
  return {
    organisation: found.organisation,
    ...{ from: period.from, until: period.until },
    ...{ opening: poundsOf(cut.opening), closing: poundsOf(cut.closing) },
    ...{ debits: poundsOf(cut.debits), credits: poundsOf(cut.credits) },
    lines: cut.lines.map(({ amount, balance, ...posting }): AccountStatementLine => {
      const { on, kind, purpose, roundId, entryId } = posting
      if (!isOneOf(STATEMENT_LINES, kind)) throw new Error(`An entry of the kind ${kind} has no owner`)
      const about = item(posting)
      return {
        ...{ on, kind, purpose, document: documents.get(entryId) ?? null, round: round(roundId) },
        item: about && { id: about.id, name: about.name },
        debit: poundsOf(Math.max(0, amount)),
        credit: poundsOf(Math.max(0, -amount)),
        balance: poundsOf(balance),
      }
    }),
  }
}

/** A statement of account as rows of a table, with the opening balance first and the closing balance last. */
export const accountStatementRows = ({
  opening,
  closing,
  lines,
  ...of
}: AccountStatement): DownloadCell[][] => [
  [
    'Date',
    'What',
    'Account',
    'Document',
    'Market',
    'Round',
    'Item',
    'Debit (GBP)',
    'Credit (GBP)',
    'Balance (GBP)',
  ],
  [of.from, 'Opening balance', '', '', '', '', '', '', '', opening],
  ...lines.map(line => [
    ...[line.on, statementLineText(line), ACCOUNT_TEXTS[line.purpose].label, line.document?.name ?? ''],
    ...[line.round.market, line.round.name, line.item?.name ?? '', line.debit, line.credit, line.balance],
  ]),
  [of.until, 'Closing balance', '', '', '', '', '', of.debits, of.credits, closing],
]

const money = (pounds: number): string => showMoney(penceOf(pounds), true)

const periodText = ({ from, until }: StatementPeriod): string =>
  `${from === null ? 'From the beginning' : `From ${showDay(from)}`}${until === null ? '' : ` to ${showDay(until)}`}`

/** A statement of account as a paper; its figures are those of the answer. */
export const createStatementPaper = (
  statement: AccountStatement,
  issuer: string,
  madeAt: Instant,
): Paper => ({
  ...{ title: 'Statement of account', number: '', issuer, format: 'statement/1', madeAt, verifyAt: null },
  about: statement.organisation.name,
  parts: [
    {
      pairs: [
        ['Organisation', statement.organisation.name],
        ['Period', periodText(statement)],
        ['Opening balance', money(statement.opening)],
        ['Debits', money(statement.debits)],
        ['Credits', money(statement.credits)],
        ['Closing balance', money(statement.closing)],
      ],
    },
    { paragraph: `A negative balance is money owed to ${statement.organisation.name}.` },
    {
      caption: 'Amounts in pounds',
      head: ['Date', 'What', 'For', 'Debit', 'Credit', 'Balance'],
      widths: [0.13, 0.27, 0.21, 0.13, 0.13, 0.13],
      rows: statement.lines.map(line => [
        showDay(line.on),
        [statementLineText(line), line.document?.name].filter(Boolean).join(' '),
        line.item?.name ?? '',
        line.debit === 0 ? '' : money(line.debit),
        line.credit === 0 ? '' : money(line.credit),
        money(line.balance),
      ]),
    },
  ],
})

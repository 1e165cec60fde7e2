import { type Kysely, sql } from 'kysely'
import { type Day, englishDayOf, type Instant } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { DownloadCell } from '#domain/match/match-files'
import { ACCOUNT_TEXTS, type AccountPurpose } from '#domain/money/account'
import type { StatementPeriod } from '#domain/money/statement-period'
import type { Database } from '../store/tables/tables.ts'

interface JournalRow {
  entryId: string
  place: number
  on: Day
  market: string | null
  round: string | null
  accountId: string
  purpose: AccountPurpose
  owner: string | null
  item: string | null
  party: string | null
  /** Number of the document that it is about, or the bank’s own reference of a line. */
  document: string | null
  /** The note on a bank line that is posted to an account. */
  note: string | null
  /** When it was entered, which can be after its date. */
  enteredAt: Instant
  amount: Pence
}

const DOCUMENT = sql`case money_entry.kind when 'settlement' then null
    when 'bank' then (select bank_reference from bank_line where bank_line.id = substr(entry_id, 6))
    when 'booking' then (select bank_reference from account_booking join bank_line on bank_line.id = bank_line_id where account_booking.id = substr(entry_id, 9))
    when 'payment' then (select invoice.name from payment join invoice on invoice.id = invoice_id where payment.id = substr(entry_id, 9))
    else (select invoice.name from invoice where invoice.id = substr(entry_id, length(money_entry.kind) + 2)) end`

/** The note on a booking; other entries read nothing for it. */
const NOTE = sql`case money_entry.kind when 'booking' then
    (select account_booking.note from account_booking where account_booking.id = substr(entry_id, 9)) end`

const AT_ONCE = 1000

/** Entries of a period by their dates, and if wanted only those that were written from a day on. */
interface JournalSelection extends StatementPeriod {
  enteredFrom?: Day | null
}

const readPage = async (
  db: Kysely<Database>,
  { from, until, enteredFrom = null }: JournalSelection,
  after: JournalRow | undefined,
): Promise<JournalRow[]> => {
  // The place of the last entry is read again, because an instant of a row here has no microseconds.
  const afterSql =
    after === undefined
      ? sql`true`
      : sql`(accounting_date, at, money_entry.id) >= ((select accounting_date from money_entry where id = ${after.entryId}),
          (select at from money_entry where id = ${after.entryId}), ${after.entryId})
        and (money_entry.id <> ${after.entryId} or place > ${after.place})`
  const { rows } = await sql<JournalRow>`
    select entry_id as "entryId", place, accounting_date as "on", at as "enteredAt", market.name as market, round.name as round, account_id as "accountId", purpose, owner.name as owner,
      coalesce(project.name, requirement.name) as item, party.name as party, amount,
      ${DOCUMENT} as document, ${NOTE} as note
    from money_posting join money_entry on money_entry.id = entry_id join money_account on money_account.id = account_id
    left join round on round.id = money_entry.round_id left join market on market.id = market_id
    left join organisation owner on owner.id = money_account.organisation_id
    left join organisation party on party.id = party_id
    left join project on item_kind = 'project' and project.id = item_id
    left join requirement on item_kind = 'requirement' and requirement.id = item_id
    where accounting_date between coalesce(${from}::date, '-infinity') and coalesce(${until}::date, 'infinity')
      and at >= coalesce(${enteredFrom}::date::timestamp at time zone 'Europe/London', '-infinity') and ${afterSql}
    order by accounting_date, at, money_entry.id, place limit ${AT_ONCE}`.execute(db)
  return rows
}

/** Yields the entries of a selection as rows of a table, page by page; nothing that is written is ever changed, so pages fit together. */
export const iterateJournal = async function* (
  db: Kysely<Database>,
  selection: JournalSelection,
): AsyncGenerator<DownloadCell[][]> {
  yield [
    [
      'Entry',
      'Date',
      'Market',
      'Round',
      'Account',
      'Owner',
      'Item',
      'Party',
      'Document',
      'Debit (GBP)',
      'Credit (GBP)',
      'Note',
      'Entered',
      'Account id',
    ],
  ]
  let last: JournalRow | undefined
  for (;;) {
    const rows = await readPage(db, selection, last)
    yield rows.map(
      ({ entryId, on, market, round, purpose, document, note, enteredAt, accountId, amount, ...row }) => [
        ...[entryId, on, market, round, ACCOUNT_TEXTS[purpose].label],
        ...[row.owner, row.item, row.party, document],
        amount > 0 ? poundsOf(amount) : null,
        amount < 0 ? poundsOf(-amount) : null,
        ...[note, englishDayOf(enteredAt), accountId],
      ],
    )
    last = rows.at(-1)
    if (rows.length < AT_ONCE) return
  }
}

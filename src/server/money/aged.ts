import { type Kysely, sql } from 'kysely'
import type { AgedAmounts, AgedList, AmountsDue } from '#contract/money/due'
import type { DownloadCell } from '#domain/match/match-files'
import {
  type Age,
  AGE_LABELS,
  ageOn,
  AGES,
  OLD_VAT_RULES,
  oldVatOn,
  type OpenDocument,
} from '#domain/money/reports/aged'
import { INVOICE_KIND_LABELS, type Invoice, isPaidByOperator } from '#domain/money/invoice'
import { daysLate } from '#domain/money/late-payment'
import { groupBy } from '#domain/values/grouped'
import type { Day } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { Database } from '../store/tables/tables.ts'

/** An open document on a day, with its age. */
interface AgedDocument extends OpenDocument, Pick<Invoice, 'id' | 'name' | 'partyId'> {
  party: string
  age: Age
  oldVat: ReturnType<typeof oldVatOn>
}

/** Documents open now, from a table that triggers keep up to date. */
const OPEN_NOW = sql`open_invoice`

/**
 * Documents that were open at the end of a day: those issued by then, less what was paid by then (by accounting date), leaving out those
 * that a later document had already ended (`is_ended`). This adds up every document issued by that day.
 */
const openAtEndOf = (day: Day) => {
  const isThere = (document: string) =>
    sql`(${sql.ref(`${document}.issuedAt`)} at time zone 'Europe/London')::date <= ${day}::date`
  return sql`(
    select invoice.id as invoice_id, invoice.kind, abs(net + vat) - abs(coalesce(sum(payment.amount), 0))::bigint as open
    from invoice left join (payment join money_entry on money_entry.id = 'payment ' || payment.id and accounting_date <= ${day}::date)
      on payment.invoice_id = invoice.id
    where invoice.kind <> 'creditNote' and ${isThere('invoice')} and not exists (select from invoice as note
      where note.credits_id = invoice.id and ${isThere('note')}
        and not exists (select from invoice as later where later.credits_id = note.id and ${isThere('later')}))
    group by invoice.id having abs(net + vat) > abs(coalesce(sum(payment.amount), 0))) as open_invoice`
}

/**
 * Reads all documents of which something was open at the end of a day, the first due first; without a day, what is open now, with its
 * age today. No one owes a deposit, so requests for them are left out.
 */
export const readAgedDocuments = async (
  db: Kysely<Database>,
  today: Day,
  until: Day | null,
): Promise<AgedDocument[]> => {
  const { rows } = await sql<Omit<AgedDocument, 'age' | 'oldVat'>>`
    select invoice.id, invoice.name, invoice.kind, invoice.due, net, vat, open, party_id as "partyId", organisation.name as party
    from ${until === null ? OPEN_NOW : openAtEndOf(until)} join invoice on invoice.id = invoice_id join organisation on organisation.id = party_id
    where open_invoice.kind <> 'deposit' order by invoice.due, invoice.ordinal`.execute(db)
  const day = until ?? today
  return rows.map(row => ({ ...row, age: ageOn(row.due, day), oldVat: oldVatOn(row, day) }))
}

const sumOf = (its: readonly AgedDocument[], amountOf: (one: AgedDocument) => Pence): number =>
  poundsOf(its.reduce((sum, one) => sum + amountOf(one), 0))

const agedAmounts = (its: readonly AgedDocument[]): AgedAmounts => ({
  ages: Object.fromEntries(
    AGES.map(age => [age, sumOf(its, one => (one.age === age ? one.open : 0))]),
  ) as AgedAmounts['ages'],
  total: sumOf(its, ({ open }) => open),
  oldVat: sumOf(its, ({ oldVat }) => oldVat?.vat ?? 0),
})

const agedList = (its: readonly AgedDocument[]): AgedList => ({
  organisations: groupBy(its, ({ partyId }) => partyId)
    .map(([id, own]) => ({ organisation: { id, name: own[0]!.party }, ...agedAmounts(own) }))
    .toSorted((a, b) => b.total - a.total || a.organisation.name.localeCompare(b.organisation.name, 'en-GB')),
  total: agedAmounts(its),
})

/** Adds up open documents by organisation and age, and lists those whose VAT is unpaid for more than six months. */
export const sumAgedDocuments = (
  documents: readonly AgedDocument[],
): Pick<AmountsDue, 'fromBuyers' | 'toPayOut' | 'oldVat'> => ({
  fromBuyers: agedList(documents.filter(one => !isPaidByOperator(one))),
  toPayOut: agedList(documents.filter(isPaidByOperator)),
  oldVat: documents.flatMap(({ id, name, partyId, party, due, open, oldVat }) =>
    oldVat === null
      ? []
      : {
          ...{ invoice: { id, name }, organisation: { id: partyId, name: party }, due },
          ...{ open: poundsOf(open), vat: poundsOf(oldVat.vat), rule: oldVat.rule },
        },
  ),
})

/** Open documents as rows of a table: what buyers owe first, each amount in the column of its age. */
export const agedRows = (documents: readonly AgedDocument[], today: Day): DownloadCell[][] => [
  [
    ...['Side', 'Organisation', 'Document', 'Kind', 'Due', 'Days late'],
    ...AGES.map(age => `${AGE_LABELS[age]} (GBP)`),
    ...['Open (GBP)', 'VAT unpaid for over six months (GBP)', 'Rule'],
  ],
  ...documents
    .toSorted((a, b) => Number(isPaidByOperator(a)) - Number(isPaidByOperator(b)))
    .map(one => [
      ...[
        isPaidByOperator(one) ? 'To pay out' : 'From buyers',
        one.party,
        one.name,
        INVOICE_KIND_LABELS[one.kind],
      ],
      ...[one.due, daysLate(one.due, today)],
      ...AGES.map(age => (one.age === age ? poundsOf(one.open) : null)),
      ...[poundsOf(one.open), one.oldVat && poundsOf(one.oldVat.vat)],
      one.oldVat && OLD_VAT_RULES[one.oldVat.rule],
    ]),
]

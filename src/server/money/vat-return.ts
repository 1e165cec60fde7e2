import { type Kysely, sql } from 'kysely'
import type { VatDocument, VatReturn } from '#contract/money/vat-return'
import type { DownloadCell } from '#domain/match/match-files'
import { INVOICE_KIND_LABELS, type Invoice, type InvoiceTax } from '#domain/money/invoice'
import type { StatementPeriod } from '#domain/money/statement-period'
import { type VatRule, VAT_TREATMENT_LABELS } from '#domain/money/vat'
import { sumVatReturn, type VatAmount, vatBoxesOf } from '#domain/money/reports/vat-return'
import { englishDayOf, type Instant } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { Database } from '../store/tables/tables.ts'

interface DocumentRow extends Pick<Invoice, 'id' | 'name' | 'kind' | 'purpose'> {
  issuedAt: Instant
  partyId: string
  party: string
  taxes: InvoiceTax[]
  rule: VatRule
  operatorNumber: string | null
}

/**
 * Reads the documents of a period that can be on a return, along the index of due dates: none is due before its day. A document about a
 * project has one line, so its first rule is that of all.
 */
const readDocuments = async (db: Kysely<Database>, period: StatementPeriod): Promise<DocumentRow[]> => {
  const { rows } = await sql<DocumentRow>`
    select invoice.id, invoice.name, kind, purpose, issued_at as "issuedAt", party_id as "partyId", organisation.name as party,
      content -> 'taxes' as taxes, content #>> '{lines,0,rule}' as rule,
      content #>> array[case item_kind when 'requirement' then 'seller' else 'buyer' end, 'vatNumber'] as "operatorNumber"
    from invoice join organisation on organisation.id = party_id
    where purpose <> 'deposits' and due >= coalesce(${period.from}::date, '-infinity') and (issued_at at time zone 'Europe/London')::date
      between coalesce(${period.from}::date, '-infinity') and coalesce(${period.until}::date, 'infinity')
    order by issued_at, invoice.ordinal`.execute(db)
  return rows
}

/** Reads what was posted to the account of VAT in a period, as debits, in pence. */
const readAccount = async (
  db: Kysely<Database>,
  period: StatementPeriod,
): Promise<{ documents: Pence; bankLines: Pence }> => {
  const { rows } = await sql<{ documents: Pence; bankLines: Pence }>`
    select coalesce(sum(amount) filter (where kind <> 'booking'), 0)::bigint as documents,
      coalesce(sum(amount) filter (where kind = 'booking'), 0)::bigint as "bankLines"
    from money_posting join money_entry on money_entry.id = entry_id
    where account_id = 'vat' and accounting_date between coalesce(${period.from}::date, '-infinity') and coalesce(${period.until}::date, 'infinity')`.execute(
    db,
  )
  return rows[0] ?? { documents: 0, bankLines: 0 }
}

/** Reads the figures of a VAT return for a period of tax points, with the documents behind each figure. */
export const readVatFigures = async (db: Kysely<Database>, period: StatementPeriod): Promise<VatReturn> => {
  const [rows, account] = await Promise.all([readDocuments(db, period), readAccount(db, period)])
  const amounts = rows.flatMap(({ taxes, ...row }) =>
    taxes.map((tax): DocumentRow & VatAmount & InvoiceTax => ({ ...row, ...tax, taxes })),
  )
  const { box1, box4, box6, box7, inNoBox } = sumVatReturn(amounts)
  return {
    ...{ from: period.from, until: period.until },
    ...{ box1: poundsOf(box1), box4: poundsOf(box4), box6, box7 },
    account: {
      documents: poundsOf(0 - account.documents),
      inNoBox: poundsOf(inNoBox),
      bankLines: poundsOf(account.bankLines),
    },
    documents: amounts.map((one): VatDocument => {
      const boxes = vatBoxesOf(one)
      return {
        ...{
          invoice: { id: one.id, name: one.name },
          documentKind: one.kind,
          day: englishDayOf(one.issuedAt),
        },
        party: { id: one.partyId, name: one.party },
        ...{
          treatment: one.treatment,
          percent: one.rate / 10,
          net: poundsOf(one.net),
          vat: poundsOf(one.vat),
        },
        ...{ vatBox: boxes?.vat ?? null, netBox: boxes?.net ?? null },
      }
    }),
  }
}

/** The documents of a VAT return as rows of a table; those that are on no return have no boxes. */
export const vatReturnRows = ({ documents }: VatReturn): DownloadCell[][] => [
  [
    ...['Number', 'Date', 'Kind', 'Organisation', 'Without VAT (GBP)', 'Rate of VAT (%)', 'VAT (GBP)'],
    ...['Treatment', 'Box of the VAT', 'Box of the amount without VAT'],
  ],
  ...documents.map(({ invoice, day, documentKind, party, net, percent, vat, treatment, vatBox, netBox }) => [
    ...[invoice.name, day, INVOICE_KIND_LABELS[documentKind], party.name, net, percent, vat],
    ...[VAT_TREATMENT_LABELS[treatment], vatBox, netBox],
  ]),
]

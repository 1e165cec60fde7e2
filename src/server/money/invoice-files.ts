import type { Kysely } from 'kysely'
import type { Pence } from '@credit-market/values/money'
import type { Invoice } from '#domain/money/invoice'
import type { CertificateLetterhead } from '../certificates/paper.ts'
import { renderPaperPdf } from '../certificates/pdf.ts'
import type { Database } from '../store/tables/tables.ts'
import { createInvoicePaper } from './invoice-paper.ts'
import { writeUblInvoice } from './ubl.ts'

/** A file to download: its media type and content. */
interface InvoiceFile {
  type: string
  body: Buffer | string
}

/** Reads what a deposit paid of an invoice in the transaction that issued it, in pence: part of the document, so it never changes. */
const readSetOffAtIssue = async (db: Kysely<Database>, { id, issuedAt }: Invoice): Promise<Pence> => {
  const payments = await db
    .selectFrom('payment')
    .select('amount')
    .where('invoiceId', '=', id)
    .where('depositId', 'is not', null)
    .where('reversesId', 'is', null)
    .where('bookedAt', '=', issuedAt)
    .execute()
  return payments.reduce((sum, { amount }) => sum + amount, 0)
}

/** Writes an invoice as a file: a tagged PDF in the look of the market, or XML in UBL 2.1. */
export const writeInvoiceFile = async (
  db: Kysely<Database>,
  invoice: Invoice,
  format: 'pdf' | 'xml',
  readLetterhead: () => Promise<CertificateLetterhead>,
): Promise<InvoiceFile> => {
  const credited =
    invoice.creditsId === null
      ? null
      : await db
          .selectFrom('invoice')
          .select('name')
          .where('id', '=', invoice.creditsId)
          .executeTakeFirstOrThrow()
  const number = credited?.name ?? null
  const fromDeposit = await readSetOffAtIssue(db, invoice)
  return format === 'xml'
    ? { type: 'application/xml; charset=utf-8', body: writeUblInvoice(invoice, number, fromDeposit) }
    : {
        type: 'application/pdf',
        body: await renderPaperPdf(createInvoicePaper(invoice, number, fromDeposit), await readLetterhead()),
      }
}

import type { Kysely } from 'kysely'
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
  return format === 'xml'
    ? { type: 'application/xml; charset=utf-8', body: writeUblInvoice(invoice, number) }
    : {
        type: 'application/pdf',
        body: await renderPaperPdf(createInvoicePaper(invoice, number), await readLetterhead()),
      }
}

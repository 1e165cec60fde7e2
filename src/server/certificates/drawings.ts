import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import type { Brand } from '#domain/people/brand'
import type { Certificate } from '#domain/credit/certificate'
import type { Instant } from '@credit-market/values/dates'
import type { FileStore } from '../files/file-store.ts'
import type { Database } from '../store/tables/tables.ts'
import { type CertificateLetterhead, renderCertificatePdf } from './pdf.ts'
import { parseCertificatePaper } from './read.ts'

/** Limit of cached PDFs, some 50 kB each, so that a certificate with many readers is rendered once. */
const MOST_KEPT = 100

interface Today {
  brand: Brand
  now: Instant
}

/** Reads the look of a market on paper: its colour, and its logo from the store of files. */
export const readLetterhead = async (
  files: Pick<FileStore, 'open'>,
  { accentLight, logo }: Pick<Brand, 'accentLight' | 'logo'>,
): Promise<CertificateLetterhead> => {
  const found = logo === null ? undefined : await files.open(logo)
  return { accent: accentLight, logo: found ? await buffer(found.stream) : null }
}

/**
 * Renders certificates as PDF with the market's current logo and colours. The hash of every file that is issued
 * is stored, so that the file is recognised even after the design has changed.
 */
export const createPdfRenderer = (files: Pick<FileStore, 'open'>) => {
  const kept = new Map<string, Promise<Buffer>>()
  const draw = async (
    db: Kysely<Database>,
    certificate: Certificate,
    { brand: { accentLight, logo }, now }: Today,
  ): Promise<Buffer> => {
    const drawn = await renderCertificatePdf(
      parseCertificatePaper(certificate),
      await readLetterhead(files, { accentLight, logo }),
    )
    const sha256 = createHash('sha256').update(drawn).digest('hex')
    await db
      .insertInto('certificateDrawing')
      .values({ sha256, certificateId: certificate.id, since: now })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return drawn
  }
  return async (db: Kysely<Database>, certificate: Certificate, today: Today): Promise<Buffer> => {
    const { accentLight, logo } = today.brand
    const key = [certificate.id, accentLight, logo].join(' ')
    const drawing = kept.get(key) ?? draw(db, certificate, today)
    kept.set(key, drawing)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    try {
      return await drawing
    } catch (error) {
      // Failures are not cached: the next request tries again.
      kept.delete(key)
      throw error
    }
  }
}

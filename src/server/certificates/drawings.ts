import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import type { Brand } from '#domain/brand'
import type { Certificate } from '#domain/certificate'
import type { Instant } from '#domain/dates'
import type { FileStore } from '../files/file-store.ts'
import type { Database } from '../store/tables.ts'
import { pdfOf } from './pdf.ts'
import { paperIn } from './read.ts'

/** So many are kept, of some 50 kB each: what many ask for at once is drawn once. */
const MOST_KEPT = 100

interface Today {
  brand: Brand
  now: Instant
}

/**
 * Draws certificates as PDF, under the mark and in the colours that the market has today. What is handed out is noted by its
 * hash, so that it is known again however it is drawn by then.
 */
export const openDrawings = (files: Pick<FileStore, 'open'>) => {
  const kept = new Map<string, Promise<Buffer>>()
  const draw = async (
    db: Kysely<Database>,
    certificate: Certificate,
    { brand: { accentLight, logo }, now }: Today,
  ): Promise<Buffer> => {
    const found = logo === null ? undefined : await files.open(logo)
    const drawn = await pdfOf(paperIn(certificate), {
      accent: accentLight,
      logo: found ? await buffer(found.stream) : null,
    })
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
      // What went wrong is tried again by the next.
      kept.delete(key)
      throw error
    }
  }
}

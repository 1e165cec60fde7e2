import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Certificate } from '#domain/certificate'
import type { Instant } from '#domain/dates'
import type { Database } from '../store/tables.ts'
import { pdfOf } from './pdf.ts'
import { paperIn } from './read.ts'

/** So many are kept, of some 50 kB each: what many ask for at once is drawn once. */
const MOST_KEPT = 100

/** Draws certificates as PDF. What is handed out is noted by its hash, so that it is known again however it is drawn by then. */
export const openDrawings = () => {
  const kept = new Map<string, Promise<Buffer>>()
  const draw = async (db: Kysely<Database>, certificate: Certificate, now: Instant): Promise<Buffer> => {
    const drawn = await pdfOf(paperIn(certificate))
    const sha256 = createHash('sha256').update(drawn).digest('hex')
    await db
      .insertInto('certificateDrawing')
      .values({ sha256, certificateId: certificate.id, since: now })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return drawn
  }
  return async (db: Kysely<Database>, certificate: Certificate, now: Instant): Promise<Buffer> => {
    const { id } = certificate
    const drawing = kept.get(id) ?? draw(db, certificate, now)
    kept.set(id, drawing)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    try {
      return await drawing
    } catch (error) {
      // What went wrong is tried again by the next.
      kept.delete(id)
      throw error
    }
  }
}

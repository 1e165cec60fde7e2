import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import type { Brand } from '#domain/people/brand'
import type { Certificate } from '#domain/credit/certificate'
import { LAND_HEADING, landNote } from '#front/pages/messages'
import type { MapPicture } from '#front/register/map-picture'
import { BOUNDARY_ATTRIBUTIONS, MAP_DISCLAIMER } from '#domain/place/attribution'
import type { Instant } from '@credit-market/values/dates'
import type { FileStore } from '../files/file-store.ts'
import type { Database } from '../store/tables/tables.ts'
import type { CertificateLetterhead, PaperPart } from './paper.ts'
import { renderCertificatePdf } from './pdf.ts'
import { parseCertificatePaper } from './read.ts'

/** Limit of cached PDFs, some 50 kB each, so that a certificate with many readers is rendered once. */
const MOST_KEPT = 100

interface Today {
  brand: Brand
  now: Instant
  /** Map of the land that supplies the units, as the register shows it now; null if no place is published. */
  land: MapPicture | null
}

/** Part about the land: its map, what the map shows, and the attribution that its data asks for. */
const landParts = (picture: MapPicture): PaperPart[] => {
  const note = landNote(picture.inset?.across)
  const named = picture.spots.map(({ name }) => name).join(', ')
  return [
    { map: { heading: LAND_HEADING, picture, alt: `Map of the planning authorities around ${named}` } },
    { paragraph: `${note} ${BOUNDARY_ATTRIBUTIONS.lpas} ${MAP_DISCLAIMER}` },
  ]
}

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

/** Reads the look of a market on paper: its colour, and its logo from the store of files. */
export const readLetterhead = async (
  files: Pick<FileStore, 'open'>,
  { accentLight, logo }: Pick<Brand, 'accentLight' | 'logo'>,
): Promise<CertificateLetterhead> => {
  const found = logo === null ? undefined : await files.open(logo)
  return { accent: accentLight, logo: found ? await buffer(found.stream) : null }
}

/**
 * Renders certificates as PDF with the market's current logo and colours, and the map of the land as published now. The hash of every file that is issued
 * is stored, so that the file is recognised even after the design has changed.
 */
export const createPdfRenderer = (files: Pick<FileStore, 'open'>) => {
  const kept = new Map<string, Promise<Buffer>>()
  const draw = async (
    db: Kysely<Database>,
    certificate: Certificate,
    { brand: { accentLight, logo }, now, land }: Today,
  ): Promise<Buffer> => {
    const drawn = await renderCertificatePdf(
      parseCertificatePaper(certificate),
      await readLetterhead(files, { accentLight, logo }),
      land ? landParts(land) : [],
    )
    const sha256 = hashOf(drawn)
    await db
      .insertInto('certificateDrawing')
      .values({ sha256, certificateId: certificate.id, since: now })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return drawn
  }
  return async (db: Kysely<Database>, certificate: Certificate, today: Today): Promise<Buffer> => {
    const { accentLight, logo } = today.brand
    const key = [certificate.id, accentLight, logo, hashOf(JSON.stringify(today.land))].join(' ')
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

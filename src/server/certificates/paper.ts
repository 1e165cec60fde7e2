import type { CertificatePaperPart } from '#domain/credit/certificate-paper'
import type { Colour } from '#domain/values/colours'
import type { Instant } from '@credit-market/values/dates'
import type { PaperMap } from './land-map.ts'

/** Look of a market on paper: the colour of headings, and a PNG as its logo. */
export interface CertificateLetterhead {
  accent: Colour
  logo: Buffer | null
}

/** A part of a paper; a table may say the widths of its columns as fractions of the page. */
export type PaperPart = Exclude<CertificatePaperPart, { rows: unknown }> | PaperTable | { map: PaperMap }
interface PaperTable {
  caption: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
  widths?: readonly number[]
}

/** Content of a PDF. */
export interface Paper {
  title: string
  number: string
  issuer: string
  format: string
  /** Name of the thing that it is about. */
  about: string
  madeAt: Instant
  parts: readonly PaperPart[]
  /** Address that shows its current state, for a QR code; null without one. */
  verifyAt: string | null
}

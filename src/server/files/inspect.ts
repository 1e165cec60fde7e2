import { isUtf8 } from 'node:buffer'
import { fileTypeFromBuffer } from 'file-type'
import { keysOf } from '#domain/values/narrow'
import { uploadKindError, uploadKindName } from '#domain/text/upload-kinds'
import { looksLikeXml } from './bank-statement.ts'
import { looksLikeGeoJson } from './area-outlines.ts'
import { findPdfRefusal } from './pdf.ts'
import { findPngRefusal } from './png.ts'
import { findZipRefusal } from './xml/zip.ts'
import { hasZipEnd } from './xml/zip-directory.ts'

/** Kinds of upload that a form may accept, by the media type with which they are served. */
const TYPES = {
  csv: 'text/csv',
  geojson: 'application/geo+json',
  gpkg: 'application/geopackage+sqlite3',
  kml: 'application/vnd.google-earth.kml+xml',
  pdf: 'application/pdf',
  png: 'image/png',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xml: 'application/xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const
type FileKind = keyof typeof TYPES

/** The type of a file, or a sentence with the reason why it is refused. */
export type InspectionResult = { type: string } | { refused: string }

/**
 * Determines the type of an upload from its content, never from its name. Refuses kinds that are not accepted, and
 * files that could harm whoever opens them. Only the inspection process calls it (`inspect-process.ts`).
 */
export const inspectUpload = async (
  content: Buffer,
  accept: readonly string[],
): Promise<InspectionResult> => {
  const found = await lookedInto(content, accept)
  return 'refused' in found && accept.includes('xlsm') && !found.refused.endsWith('.')
    ? { refused: `${found.refused}. ${SAVE_AGAIN}` }
    : found
}

const lookedInto = async (content: Buffer, accept: readonly string[]): Promise<InspectionResult> => {
  if (content.length === 0) return { refused: 'The file is empty' }
  if (content.includes(TEST_VIRUS)) return { refused: 'The file contains a known virus signature' }
  const accepted = accept.map(uploadKindName)
  const kind = mapKindOf(content, accepted) ?? (await kindOf(content))
  if (!kind && accepted.includes('csv') && !content.includes(0) && !isUtf8(content))
    return { refused: 'The text of the file is not in UTF-8: save it as “CSV UTF-8”' }
  // For the metric, a workbook may have the features of the published one: macros, links and a picture of a map.
  const isBook = accepted.includes('xlsm') && (kind === 'xlsx' || kind === 'xlsm')
  if (accepted.includes('xlsm') && !isBook && content.subarray(0, OLD_OFFICE.length).equals(OLD_OFFICE))
    return { refused: LOCKED_OR_OLD }
  if (!kind || !accepted.includes(kind)) return { refused: uploadKindError(accept) }
  const fault =
    isBook && hasZipEnd(content) ? await findZipRefusal(content, true) : await faultOf(kind, content)
  return fault === undefined ? { type: TYPES[kind] } : { refused: fault }
}

/** First bytes of Office files that are locked with a password, or from before 2007. */
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const LOCKED_OR_OLD =
  'The workbook has a password or an old format (.xls). Open it in Excel, remove the password, and save it as an Excel workbook (.xlsx).'

/** A remedy for any error in a workbook. */
const SAVE_AGAIN =
  'Open the workbook in Excel, save it as a new Excel workbook (.xlsx) and upload the new file.'

const TEST_VIRUS = Buffer.from('EICAR-STANDARD-ANTIVIRUS-TEST-FILE')

const SQLITE = Buffer.from('SQLite format 3\0')

/** Map files, if one is expected: to other detectors each is a different kind. Their content is read later. */
const mapKindOf = (content: Buffer, accepted: readonly string[]): FileKind | undefined => {
  const begins = content
    .toString('latin1', 0, 2000)
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .trimStart()
  const isOf = (kind: FileKind, looksIt: boolean) => accepted.includes(kind) && looksIt
  if (isOf('gpkg', content.subarray(0, SQLITE.length).equals(SQLITE))) return 'gpkg'
  if (isOf('xml', looksLikeXml(content) && isUtf8(content))) return 'xml'
  if (isOf('kml', begins.startsWith('<') && begins.includes('<kml') && isUtf8(content))) return 'kml'
  return isOf('geojson', looksLikeGeoJson(content) && isUtf8(content)) ? 'geojson' : undefined
}

const kindOf = async (content: Buffer): Promise<FileKind | undefined> => {
  const found = await fileTypeFromBuffer(content)
  if (!found) return isText(content) ? 'csv' : undefined
  return keysOf(TYPES).find(kind => TYPES[kind] === found.mime)
}

// eslint-disable-next-line no-control-regex -- these are what a text has not
const NOT_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
/** Files that begin like this are pages, scripts, broken PDFs or rich text. */
const OTHER_LANGUAGE = /^\s*(<|#!|%PDF|\{\\rtf)/

const isText = (content: Buffer): boolean => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    return !NOT_TEXT.test(text) && !OTHER_LANGUAGE.test(text)
  } catch {
    return false
  }
}

const faultOf = async (kind: FileKind, content: Buffer): Promise<string | undefined> => {
  if (['csv', 'geojson', 'gpkg', 'kml', 'xml'].includes(kind)) return undefined
  if (kind === 'png') return findPngRefusal(content)
  if (kind === 'pdf') return hasZipEnd(content) ? BOTH : findPdfRefusal(content)
  return hasZipEnd(content) ? findZipRefusal(content) : 'The archive is broken'
}

const BOTH = 'The file is of two types at once'

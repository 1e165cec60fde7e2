import { isUtf8 } from 'node:buffer'
import { fileTypeFromBuffer } from 'file-type'
import { keysOf } from '#domain/narrow'
import { notOfAcceptedKind, uploadKind } from '#domain/upload-kinds'
import { looksLikeGeoJson } from './area-outlines.ts'
import { faultOfPdf } from './pdf.ts'
import { faultOfPng } from './png.ts'
import { faultOfZip } from './zip.ts'
import { endsAsArchive } from './zip-directory.ts'

/** The kinds of upload that a form may accept, by how they are sent back. */
const TYPES = {
  csv: 'text/csv',
  geojson: 'application/geo+json',
  gpkg: 'application/geopackage+sqlite3',
  kml: 'application/vnd.google-earth.kml+xml',
  pdf: 'application/pdf',
  png: 'image/png',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const
type FileKind = keyof typeof TYPES

/** What a file is found to be, or a sentence that says why it is not taken. */
export type Inspected = { type: string } | { refused: string }

/**
 * What an upload really is, decided by its content and never by its name. It is refused when it is of no accepted kind,
 * or of one that could harm whoever opens it. Only the process that looks into files calls it (`inspect-process.ts`).
 */
export const inspect = async (content: Buffer, accept: readonly string[]): Promise<Inspected> => {
  const found = await lookedInto(content, accept)
  return 'refused' in found && accept.includes('xlsm') && !found.refused.endsWith('.')
    ? { refused: `${found.refused}. ${SAVE_ANEW}` }
    : found
}

const lookedInto = async (content: Buffer, accept: readonly string[]): Promise<Inspected> => {
  if (content.length === 0) return { refused: 'The file is empty' }
  if (content.includes(TEST_VIRUS)) return { refused: 'The file holds a known virus signature' }
  const accepted = accept.map(uploadKind)
  const kind = mapKindOf(content, accepted) ?? (await kindOf(content))
  if (!kind && accepted.includes('csv') && !content.includes(0) && !isUtf8(content))
    return { refused: 'The text of the file is not in UTF-8: save it as “CSV UTF-8”' }
  // Where the metric is asked for, a workbook may have what the one that is published has: macros, links and a picture of a map.
  const isBook = accepted.includes('xlsm') && (kind === 'xlsx' || kind === 'xlsm')
  if (accepted.includes('xlsm') && !isBook && content.subarray(0, OLD_OFFICE.length).equals(OLD_OFFICE))
    return { refused: LOCKED_OR_OLD }
  if (!kind || !accepted.includes(kind)) return { refused: notOfAcceptedKind(accept) }
  const fault =
    isBook && endsAsArchive(content) ? await faultOfZip(content, true) : await faultOf(kind, content)
  return fault === undefined ? { type: TYPES[kind] } : { refused: fault }
}

/** How Office files begin that are locked with a password, or of the time before 2007. */
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const LOCKED_OR_OLD =
  'The workbook is locked with a password, or of an old kind (.xls). Open it in Excel, take the password away, and save it as an Excel workbook (.xlsx).'

/** Who has a workbook to upload can do this about anything that is wrong with the file. */
const SAVE_ANEW = 'Open the workbook in Excel, save it as a new Excel workbook (.xlsx) and upload that.'

const TEST_VIRUS = Buffer.from('EICAR-STANDARD-ANTIVIRUS-TEST-FILE')

const SQLITE = Buffer.from('SQLite format 3\0')

/** The kinds of map file, where one is asked for: each is something else to who does not know it. What is in them is read later. */
const mapKindOf = (content: Buffer, accepted: readonly string[]): FileKind | undefined => {
  const begins = content
    .toString('latin1', 0, 2000)
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .trimStart()
  const isOf = (kind: FileKind, looksIt: boolean) => accepted.includes(kind) && looksIt
  if (isOf('gpkg', content.subarray(0, SQLITE.length).equals(SQLITE))) return 'gpkg'
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
/** What begins so is a page, a script, a broken PDF or rich text. */
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
  if (kind === 'csv' || kind === 'geojson' || kind === 'gpkg' || kind === 'kml') return undefined
  if (kind === 'png') return faultOfPng(content)
  if (kind === 'pdf') return endsAsArchive(content) ? BOTH : faultOfPdf(content)
  return endsAsArchive(content) ? faultOfZip(content) : 'The archive is broken'
}

const BOTH = 'The file is of two kinds at once'

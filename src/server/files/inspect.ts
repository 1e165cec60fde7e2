import { isUtf8 } from 'node:buffer'
import { fileTypeFromBuffer } from 'file-type'
import { wrongType } from '../refused.ts'
import { faultOfPdf } from './pdf.ts'
import { faultOfZip } from './zip.ts'
import { endsAsArchive } from './zip-directory.ts'

/** The kinds of upload that a form may accept, by their content: what they are called and how they are sent back. */
const KINDS = {
  csv: { name: 'CSV', type: 'text/csv' },
  pdf: { name: 'PDF', type: 'application/pdf' },
  xlsx: { name: 'Excel (xlsx)', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  zip: { name: 'zip', type: 'application/zip' },
} as const
type FileKind = keyof typeof KINDS

const kindNamed = (accepted: string): FileKind | undefined => {
  const name = accepted.toLowerCase().replace(/^\./, '')
  if (name === 'winzip') return 'zip'
  return name in KINDS ? (name as FileKind) : undefined
}

/**
 * What an upload really is, decided by its content and never by its name. Throws with a sentence that says why when
 * it is of no accepted kind, or of one that could harm whoever opens it.
 */
export const inspect = async (content: Buffer, accept: readonly string[]): Promise<{ type: string }> => {
  if (content.length === 0) throw wrongType('The file is empty')
  if (content.includes(TEST_VIRUS)) throw wrongType('The file holds a known virus signature')
  const kind = await kindOf(content)
  const accepted = accept.map(kindNamed)
  if (!kind && accepted.includes('csv') && !content.includes(0) && !isUtf8(content))
    throw wrongType('The text of the file is not in UTF-8: save it as “CSV UTF-8”')
  if (!kind || !accepted.includes(kind)) throw wrongType(sentence(accepted))
  const fault = await faultOf(kind, content)
  if (fault) throw wrongType(fault)
  return { type: KINDS[kind].type }
}

const TEST_VIRUS = Buffer.from('EICAR-STANDARD-ANTIVIRUS-TEST-FILE')

const sentence = (accepted: readonly (FileKind | undefined)[]): string => {
  const names = [...new Set(accepted)].flatMap(kind => (kind ? [KINDS[kind].name] : []))
  return names.length === 0
    ? 'No file is accepted here'
    : `The content of the file is not of an accepted type: ${names.join(', ')}`
}

const kindOf = async (content: Buffer): Promise<FileKind | undefined> => {
  const found = await fileTypeFromBuffer(content)
  if (!found) return isText(content) ? 'csv' : undefined
  return (Object.keys(KINDS) as FileKind[]).find(kind => KINDS[kind].type === found.mime)
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
  if (kind === 'csv') return undefined
  if (kind === 'pdf') return endsAsArchive(content) ? BOTH : faultOfPdf(content)
  return endsAsArchive(content) ? faultOfZip(content) : 'The archive is broken'
}

const BOTH = 'The file is of two kinds at once'

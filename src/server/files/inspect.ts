import { fileTypeFromBuffer } from 'file-type'
import { wrongType } from '../refused.ts'
import { faultOfZip } from './zip.ts'

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
  if (!kind || !accepted.includes(kind)) throw wrongType(sentence(accepted))
  const fault = faultOf(kind, content)
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

const isText = (content: Buffer): boolean => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    // eslint-disable-next-line no-control-regex -- these are what a text has not
    return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) && !text.trimStart().startsWith('<')
  } catch {
    return false
  }
}

const faultOf = (kind: FileKind, content: Buffer): string | undefined => {
  if (kind === 'pdf') return faultOfPdf(content)
  if (kind === 'zip' || kind === 'xlsx') return faultOfZip(content)
  return undefined
}

const faultOfPdf = (content: Buffer): string | undefined => {
  if (!content.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'The PDF does not begin as one'
  // Packed pages could spell anything by chance.
  const source = content.toString('latin1').replace(/stream\r?\n[\s\S]*?endstream/g, '')
  if (/\/Encrypt\b/.test(source)) return 'The PDF is locked with a password'
  if (/\/(JavaScript|JS|Launch)\b/.test(source)) return 'The PDF holds a script'
  if (/\/(EmbeddedFile|EmbeddedFiles|RichMedia)\b/.test(source)) return 'The PDF holds other files'
  return undefined
}

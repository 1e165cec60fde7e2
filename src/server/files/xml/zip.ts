import { Readable } from 'node:stream'
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { readZipDirectory, type ZipEntry } from './zip-directory.ts'

const MEGABYTE = 1024 * 1024
const MOST_ENTRIES = 1000
const MOST_UNPACKED = 200 * MEGABYTE
const MOST_RATIO = 100

const NESTED = /\.(zip|zipx|7z|rar|gz|tgz|bz2|xz|tar|cab|iso|jar)$/i
const PROGRAM = /\.(exe|dll|com|scr|msi|bat|cmd|ps1|vbs|js|jse|wsf|hta|lnk|app|dmg|apk|xlsm|xlam|docm|pptm)$/i
const MAGIC: readonly [number[], string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'The archive contains another archive'],
  [[0x52, 0x61, 0x72, 0x21], 'The archive contains another archive'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'The archive contains another archive'],
  [[0x1f, 0x8b, 0x08], 'The archive contains another archive'],
  [[0x7f, 0x45, 0x4c, 0x46], 'The archive contains a program'],
  [[0x4d, 0x5a, 0x90], 'The archive contains a program'],
]

/**
 * Returns the reason why an archive could harm whoever unpacks it: checks first its directory, then the unpacked
 * content if the directory is harmless. The published metric workbook has macros, links and an embedded object; they
 * are stored with it and never read.
 */
export const findZipRefusal = async (content: Buffer, isMetric = false): Promise<string | undefined> => {
  const entries = readZipDirectory(content)
  if (!entries) return BROKEN
  return faultInDirectory(content, entries, isMetric) ?? (await faultInside(content, entries))
}

const faultInDirectory = (
  content: Buffer,
  entries: readonly ZipEntry[],
  isMetric: boolean,
): string | undefined => {
  if (entries.length > MOST_ENTRIES) return `The archive contains more than ${MOST_ENTRIES} files`
  if (entries.some(entry => entry.flags & 1)) return 'The archive is protected with a password'
  if (entries.some(entry => isOutside(entry.name))) return 'The archive refers to files outside it'
  if (entries.some(entry => entry.isLink)) return 'The archive contains links'
  if (!isMetric && entries.some(entry => /(^|\/)vbaProject\.bin$/i.test(entry.name)))
    return 'The workbook contains macros'
  if (!isMetric && entries.some(entry => /^xl\/(embeddings|externalLinks)\//i.test(entry.name)))
    return 'The workbook contains other files, or links to them'
  if (entries.some(entry => NESTED.test(entry.name))) return 'The archive contains another archive'
  if (entries.some(entry => PROGRAM.test(entry.name))) return 'The archive contains a program'
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0)
  if (unpacked > MOST_UNPACKED) return 'The archive is too large when unpacked'
  // Small files of one repeated character compress better than any bomb needs to, and are harmless.
  if (unpacked > MEGABYTE && entries.some(isBomb)) return 'The archive is compressed suspiciously tightly'
  if (packed > content.length || overlaps(entries)) return 'The archive is broken'
  if (entries.length > 0 && Math.min(...entries.map(({ offset }) => offset)) > 0)
    return 'The file is of two types at once'
  return undefined
}

const isBomb = ({ packed, unpacked }: ZipEntry): boolean =>
  unpacked > MEGABYTE && unpacked > packed * MOST_RATIO

const isOutside = (name: string): boolean =>
  name.startsWith('/') ||
  name.includes('\\') ||
  name.includes('\0') ||
  /^[A-Za-z]:/.test(name) ||
  name.split('/').includes('..')

const overlaps = (entries: readonly ZipEntry[]): boolean => {
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset)
  return inOrder.some((entry, index) => index > 0 && entry.offset < endOf(inOrder[index - 1]!))
}

// The local header is at least 30 bytes and the name.
const endOf = ({ offset, packed, name }: ZipEntry): number => offset + 30 + Buffer.byteLength(name) + packed

/** The packed bytes of one file and their method; undefined if they are not where the directory says. */
const packedBytes = ({ method, offset, packed }: ZipEntry, content: Buffer): Buffer | undefined => {
  if (method !== 0 && method !== 8) return undefined
  if (offset + 30 > content.length || content.readUInt32LE(offset) !== 0x04034b50) return undefined
  const begin = offset + 30 + content.readUInt16LE(offset + 26) + content.readUInt16LE(offset + 28)
  return content.subarray(begin, begin + packed)
}

const unpackedPieces = (method: number, bytes: Buffer): AsyncIterable<Buffer> =>
  method === 0 ? Readable.from([bytes]) : Readable.from([bytes]).pipe(createInflateRaw())

/**
 * Unpacks one file of an archive; undefined if it is broken, or larger than declared. Only for archives that were found
 * harmless.
 */
export const unpackZipEntry = (entry: ZipEntry, content: Buffer, most: number): Buffer | undefined => {
  const bytes = packedBytes(entry, content)
  if (!bytes || entry.unpacked > most) return undefined
  try {
    return entry.method === 0 ? bytes : inflateRawSync(bytes, { maxOutputLength: most })
  } catch {
    return undefined
  }
}

const beginsWith = (bytes: Buffer, magic: readonly number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte)

const BROKEN = 'The archive is broken'
const VIRUS = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'
/** Bytes of one chunk that are searched again with the next, so that no word is missed between the two. */
const OVERLAP = VIRUS.length

/** Checks the content of one file: it is unpacked chunk by chunk, never more than its directory declares. */
const faultOfEntry = async (entry: ZipEntry, content: Buffer): Promise<string | undefined> => {
  const bytes = packedBytes(entry, content)
  if (!bytes) return BROKEN
  const mayRefer = /\.(xml|rels)$/i.test(entry.name)
  let size = 0
  let last = Buffer.alloc(0)
  for await (const piece of unpackedPieces(entry.method, bytes)) {
    const seen = Buffer.concat([last, piece])
    const found = size === last.length ? MAGIC.find(([magic]) => beginsWith(seen, magic)) : undefined
    if (found) return found[1]
    if (seen.includes(VIRUS)) return 'The file contains a known virus signature'
    if (mayRefer && /<!(DOCTYPE|ENTITY)/i.test(seen.toString('latin1')))
      return 'The workbook refers to something outside it'
    size += piece.length
    if (size > entry.unpacked) return BROKEN
    last = Buffer.from(seen.subarray(-OVERLAP))
  }
  return size === entry.unpacked ? undefined : BROKEN
}

// One after another: in parallel they would use the memory that the limits are there to save.
const faultInside = async (content: Buffer, entries: readonly ZipEntry[]): Promise<string | undefined> => {
  for (const entry of entries) {
    const fault = await faultOfEntry(entry, content).catch(() => BROKEN)
    if (fault !== undefined) return fault
  }
  return undefined
}

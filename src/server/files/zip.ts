import { Readable } from 'node:stream'
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { directoryOf, type Entry } from './zip-directory.ts'

const MEGABYTE = 1024 * 1024
const MOST_ENTRIES = 1000
const MOST_UNPACKED = 200 * MEGABYTE
const MOST_RATIO = 100

const NESTED = /\.(zip|zipx|7z|rar|gz|tgz|bz2|xz|tar|cab|iso|jar)$/i
const PROGRAM = /\.(exe|dll|com|scr|msi|bat|cmd|ps1|vbs|js|jse|wsf|hta|lnk|app|dmg|apk|xlsm|xlam|docm|pptm)$/i
const MAGIC: readonly [number[], string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'The archive holds another archive'],
  [[0x52, 0x61, 0x72, 0x21], 'The archive holds another archive'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'The archive holds another archive'],
  [[0x1f, 0x8b, 0x08], 'The archive holds another archive'],
  [[0x7f, 0x45, 0x4c, 0x46], 'The archive holds a program'],
  [[0x4d, 0x5a, 0x90], 'The archive holds a program'],
]

/**
 * Why an archive could harm whoever unpacks it: first from its directory, then by unpacking what that has shown harmless. A
 * workbook of the metric has macros, links and an embedded object as it is published; they are kept with it and never read.
 */
export const faultOfZip = async (content: Buffer, isMetric = false): Promise<string | undefined> => {
  const entries = directoryOf(content)
  if (!entries) return BROKEN
  return faultInDirectory(content, entries, isMetric) ?? (await faultInside(content, entries))
}

const faultInDirectory = (
  content: Buffer,
  entries: readonly Entry[],
  isMetric: boolean,
): string | undefined => {
  if (entries.length > MOST_ENTRIES) return `The archive holds more than ${MOST_ENTRIES} files`
  if (entries.some(entry => entry.flags & 1)) return 'The archive is locked with a password'
  if (entries.some(entry => isOutside(entry.name))) return 'The archive names files outside itself'
  if (entries.some(entry => entry.isLink)) return 'The archive holds links'
  if (!isMetric && entries.some(entry => /(^|\/)vbaProject\.bin$/i.test(entry.name)))
    return 'The workbook holds macros'
  if (!isMetric && entries.some(entry => /^xl\/(embeddings|externalLinks)\//i.test(entry.name)))
    return 'The workbook holds other files, or leads to them'
  if (entries.some(entry => NESTED.test(entry.name))) return 'The archive holds another archive'
  if (entries.some(entry => PROGRAM.test(entry.name))) return 'The archive holds a program'
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0)
  if (unpacked > MOST_UNPACKED) return 'The archive is too large when unpacked'
  // Small files of one repeated letter pack better than any bomb needs to; they harm nobody.
  if (unpacked > MEGABYTE && entries.some(isBomb)) return 'The archive is packed suspiciously tight'
  if (packed > content.length || overlaps(entries)) return 'The archive is broken'
  if (entries.length > 0 && Math.min(...entries.map(({ offset }) => offset)) > 0)
    return 'The file is of two kinds at once'
  return undefined
}

const isBomb = ({ packed, unpacked }: Entry): boolean => unpacked > MEGABYTE && unpacked > packed * MOST_RATIO

const isOutside = (name: string): boolean =>
  name.startsWith('/') ||
  name.includes('\\') ||
  name.includes('\0') ||
  /^[A-Za-z]:/.test(name) ||
  name.split('/').includes('..')

const overlaps = (entries: readonly Entry[]): boolean => {
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset)
  return inOrder.some((entry, index) => index > 0 && entry.offset < endOf(inOrder[index - 1]!))
}

// The local header is at least 30 bytes and the name.
const endOf = ({ offset, packed, name }: Entry): number => offset + 30 + Buffer.byteLength(name) + packed

/** The packed bytes of one file and how they are packed; undefined when they are not where the directory says. */
const packedBytes = ({ method, offset, packed }: Entry, content: Buffer): Buffer | undefined => {
  if (method !== 0 && method !== 8) return undefined
  if (offset + 30 > content.length || content.readUInt32LE(offset) !== 0x04034b50) return undefined
  const begin = offset + 30 + content.readUInt16LE(offset + 26) + content.readUInt16LE(offset + 28)
  return content.subarray(begin, begin + packed)
}

const unpackedPieces = (method: number, bytes: Buffer): AsyncIterable<Buffer> =>
  method === 0 ? Readable.from([bytes]) : Readable.from([bytes]).pipe(createInflateRaw())

/** One file of an archive, unpacked; undefined where it is broken, or larger than told. Only for archives that were found harmless. */
export const unpackedFile = (entry: Entry, content: Buffer, most: number): Buffer | undefined => {
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
/** So many bytes of one piece are looked at again with the next, so that no word is missed between the two. */
const OVERLAP = VIRUS.length

/** What is wrong inside one file: it is unpacked piece by piece, never more of it than its directory says it has. */
const faultOfEntry = async (entry: Entry, content: Buffer): Promise<string | undefined> => {
  const bytes = packedBytes(entry, content)
  if (!bytes) return BROKEN
  const mayRefer = /\.(xml|rels)$/i.test(entry.name)
  let size = 0
  let last = Buffer.alloc(0)
  for await (const piece of unpackedPieces(entry.method, bytes)) {
    const seen = Buffer.concat([last, piece])
    const found = size === last.length ? MAGIC.find(([magic]) => beginsWith(seen, magic)) : undefined
    if (found) return found[1]
    if (seen.includes(VIRUS)) return 'The file holds a known virus signature'
    if (mayRefer && /<!(DOCTYPE|ENTITY)/i.test(seen.toString('latin1')))
      return 'The workbook refers to what lies outside it'
    size += piece.length
    if (size > entry.unpacked) return BROKEN
    last = Buffer.from(seen.subarray(-OVERLAP))
  }
  return size === entry.unpacked ? undefined : BROKEN
}

// One after another: unpacked together they would fill the memory that the limits are there to spare.
const faultInside = async (content: Buffer, entries: readonly Entry[]): Promise<string | undefined> => {
  for (const entry of entries) {
    const fault = await faultOfEntry(entry, content).catch(() => BROKEN)
    if (fault !== undefined) return fault
  }
  return undefined
}

import { inflateRaw } from 'node:zlib'
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

/** Why an archive could harm whoever unpacks it: first from its directory, then by unpacking what that has shown harmless. */
export const faultOfZip = async (content: Buffer): Promise<string | undefined> => {
  const entries = directoryOf(content)
  if (!entries) return 'The archive is broken'
  return faultInDirectory(content, entries) ?? (await faultInside(content, entries))
}

const faultInDirectory = (content: Buffer, entries: readonly Entry[]): string | undefined => {
  if (entries.length > MOST_ENTRIES) return `The archive holds more than ${MOST_ENTRIES} files`
  if (entries.some(entry => entry.flags & 1)) return 'The archive is locked with a password'
  if (entries.some(entry => isOutside(entry.name))) return 'The archive names files outside itself'
  if (entries.some(entry => entry.isLink)) return 'The archive holds links'
  if (entries.some(entry => /(^|\/)vbaProject\.bin$/i.test(entry.name))) return 'The workbook holds macros'
  if (entries.some(entry => /^xl\/(embeddings|externalLinks)\//i.test(entry.name)))
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

/** The bytes of one file, never more than its directory says it has; undefined when it is not what that says. */
const unpack = (
  { method, offset, packed, unpacked }: Entry,
  content: Buffer,
): Promise<Buffer | undefined> => {
  if (offset + 30 > content.length || content.readUInt32LE(offset) !== 0x04034b50)
    return Promise.resolve(undefined)
  const begin = offset + 30 + content.readUInt16LE(offset + 26) + content.readUInt16LE(offset + 28)
  const bytes = content.subarray(begin, begin + packed)
  if (method === 0) return Promise.resolve(packed === unpacked ? bytes : undefined)
  if (method !== 8) return Promise.resolve(undefined)
  return new Promise(resolve => {
    inflateRaw(bytes, { maxOutputLength: Math.max(unpacked, 1) }, (error, result) =>
      resolve(error || result.length !== unpacked ? undefined : result),
    )
  })
}

const beginsWith = (bytes: Buffer, magic: readonly number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte)

// One after another: unpacked together they would fill the memory that the limits are there to spare.
const faultInside = async (content: Buffer, entries: readonly Entry[]): Promise<string | undefined> => {
  for (const entry of entries) {
    const bytes = await unpack(entry, content)
    if (!bytes) return 'The archive is broken'
    const found = MAGIC.find(([magic]) => beginsWith(bytes, magic))
    if (found) return found[1]
    if (bytes.includes('EICAR-STANDARD-ANTIVIRUS-TEST-FILE')) return 'The file holds a known virus signature'
    if (/\.(xml|rels)$/i.test(entry.name) && /<!(DOCTYPE|ENTITY)/i.test(bytes.toString('latin1')))
      return 'The workbook refers to what lies outside it'
  }
  return undefined
}

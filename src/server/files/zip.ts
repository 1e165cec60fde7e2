const MEGABYTE = 1024 * 1024
const MOST_ENTRIES = 1000
const MOST_UNPACKED = 200 * MEGABYTE
const MOST_RATIO = 100

const END = 0x06054b50
const ENTRY = 0x02014b50

interface Entry {
  name: string
  packed: number
  unpacked: number
  flags: number
  isLink: boolean
  offset: number
}

/**
 * Why an archive could harm whoever unpacks it: read from its directory, without unpacking anything. An archive that
 * cannot be read that way (larger than 4 GB inside, or broken) is refused as well.
 */
export const faultOfZip = (content: Buffer): string | undefined => {
  const entries = directoryOf(content)
  if (!entries) return 'The archive is broken'
  if (entries.length > MOST_ENTRIES) return `The archive holds more than ${MOST_ENTRIES} files`
  if (entries.some(entry => entry.flags & 1)) return 'The archive is locked with a password'
  if (entries.some(entry => isOutside(entry.name))) return 'The archive names files outside itself'
  if (entries.some(entry => entry.isLink)) return 'The archive holds links'
  if (entries.some(entry => /(^|\/)vbaProject\.bin$/i.test(entry.name))) return 'The workbook holds macros'
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0)
  if (unpacked > MOST_UNPACKED) return 'The archive is too large when unpacked'
  // Small files of one repeated letter pack better than any bomb needs to; they harm nobody.
  if (unpacked > MEGABYTE && entries.some(isBomb)) return 'The archive is packed suspiciously tight'
  if (packed > content.length || overlaps(entries)) return 'The archive is broken'
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

const directoryOf = (content: Buffer): Entry[] | undefined => {
  const end = content.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > content.length || content.readUInt32LE(end) !== END) return undefined
  const count = content.readUInt16LE(end + 10)
  const entries: Entry[] = []
  let at = content.readUInt32LE(end + 16)
  while (entries.length < count) {
    if (at + 46 > end || content.readUInt32LE(at) !== ENTRY) return undefined
    const nameLength = content.readUInt16LE(at + 28)
    entries.push({
      flags: content.readUInt16LE(at + 8),
      packed: content.readUInt32LE(at + 20),
      unpacked: content.readUInt32LE(at + 24),
      // The upper half of the attributes are those of Unix, where 0xa000 is a symbolic link.
      isLink: ((content.readUInt32LE(at + 38) >>> 16) & 0xf000) === 0xa000,
      offset: content.readUInt32LE(at + 42),
      name: content.toString('utf8', at + 46, at + 46 + nameLength),
    })
    at += 46 + nameLength + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32)
  }
  return entries
}

const END = 0x06054b50
const ENTRY = 0x02014b50

/** One file of an archive, as the directory at its end describes it. */
export interface ZipEntry {
  name: string
  /** 0 stored, 8 deflated. */
  method: number
  packed: number
  unpacked: number
  flags: number
  /** The checksum of the unpacked bytes. */
  crc: number
  isLink: boolean
  offset: number
}

/** Reads the directory of an archive; undefined if it is not an archive, or larger than 4 GB. */
export const readZipDirectory = (content: Buffer): ZipEntry[] | undefined => {
  const end = content.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > content.length || content.readUInt32LE(end) !== END) return undefined
  const count = content.readUInt16LE(end + 10)
  const entries: ZipEntry[] = []
  let at = content.readUInt32LE(end + 16)
  while (entries.length < count) {
    if (at + 46 > end || content.readUInt32LE(at) !== ENTRY) return undefined
    const nameLength = content.readUInt16LE(at + 28)
    entries.push({
      flags: content.readUInt16LE(at + 8),
      method: content.readUInt16LE(at + 10),
      crc: content.readUInt32LE(at + 16),
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

/** True if the content ends as an archive does, with the end of its directory and nothing after it. */
export const hasZipEnd = (content: Buffer): boolean => {
  const end = content.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  return (
    end >= 0 && end + 22 <= content.length && end + 22 + content.readUInt16LE(end + 20) === content.length
  )
}

import { crc32, deflateRawSync } from 'node:zlib'

interface Packed {
  name: string
  content: string | Buffer
  isLink?: boolean
  isDeflated?: boolean
  isLocked?: boolean
  /** The unpacked size that the directory claims. */
  claims?: number
  /** The checksum that the directory claims. */
  crc?: number
}

/** An archive with these files, stored or deflated, as valid or invalid as the test needs. */
export const createZip = (files: readonly Packed[]): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, isLink, isLocked, isDeflated, claims, crc } of files) {
    const plain = Buffer.from(content)
    const bytes = isDeflated ? deflateRawSync(plain) : plain
    const called = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(isDeflated ? 8 : 0, 8)
    local.writeUInt32LE(bytes.length, 18)
    local.writeUInt32LE(plain.length, 22)
    local.writeUInt16LE(called.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(isLocked ? 1 : 0, 8)
    entry.writeUInt32LE(crc ?? crc32(plain), 16)
    entry.writeUInt32LE(bytes.length, 20)
    entry.writeUInt16LE(isDeflated ? 8 : 0, 10)
    entry.writeUInt32LE(claims ?? plain.length, 24)
    entry.writeUInt16LE(called.length, 28)
    entry.writeUInt32LE(isLink ? 0xa1ff0000 : 0, 38)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, called, bytes)
    directory.push(entry, called)
    offset += 30 + called.length + bytes.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, entries, end])
}

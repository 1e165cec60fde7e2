import { inflateSync } from 'node:zlib'

/** The most bytes that all packed objects of a PDF hold together. */
const MOST_UNPACKED = 50 * 1024 * 1024

/** The most streams that pack objects; each holds some hundred of them. */
const MOST_PACKED = 10_000

const STREAM = 'stream'
const END = 'endstream'
const TOO_TIGHT = 'The PDF is packed suspiciously tight'
const BROKEN = 'The PDF is broken'

const NUMBER_SIGN = '#'.charCodeAt(0)

/** The value of a hexadecimal digit, given as its byte; NaN of any other. */
const digitOf = (byte = 0): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN
}

/** What names say once their signs written as numbers are read: `/J#61vaScript` is `/JavaScript`. */
const namesRead = (bytes: Buffer): string => {
  const read = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] === NUMBER_SIGN ? digitOf(bytes[at + 1]) * 16 + digitOf(bytes[at + 2]) : Number.NaN
    const isSign = !Number.isNaN(code)
    read[length] = isSign ? code : (bytes[at] ?? 0)
    length += 1
    if (isSign) at += 2
  }
  return read.toString('latin1', 0, length)
}

/** A PDF taken apart: the objects as they stand, and where the contents of the streams that pack further objects lie. */
interface Parts {
  objects: string[]
  packed: [begin: number, end: number][]
}

/** One walk from the beginning to the end: every byte is looked at a few times, whatever the PDF says of itself. */
const partsOf = (content: Buffer): Parts => {
  const source = content.toString('latin1')
  const parts: Parts = { objects: [], packed: [] }
  let from = 0
  let at = source.indexOf(STREAM)
  while (at >= 0) {
    const begin = lineAfter(source, at + STREAM.length)
    const end = begin === undefined ? -1 : source.indexOf(END, begin)
    // Without an end there is none for any stream further on either.
    if (begin !== undefined && end < 0) break
    if (begin !== undefined) {
      const before = namesRead(content.subarray(from, at))
      parts.objects.push(before)
      if (/\/ObjStm\b/.test(before)) parts.packed.push([begin, end])
      from = end + END.length
    }
    at = source.indexOf(STREAM, begin === undefined ? at + STREAM.length : from)
  }
  const rest = namesRead(content.subarray(from))
  parts.objects.push(rest)
  if (at >= 0 && /\/ObjStm\b/.test(rest)) parts.packed.push([at + STREAM.length, source.length])
  return parts
}

/** Where the next line begins, where a line ends here. */
const lineAfter = (source: string, at: number): number | undefined => {
  const line = source[at] === '\r' ? at + 1 : at
  return source[line] === '\n' ? line + 1 : undefined
}

const faultOfObjects = (objects: string): string | undefined => {
  if (/\/(JavaScript|JS|Launch)\b/.test(objects)) return 'The PDF holds a script'
  if (/\/(EmbeddedFile|EmbeddedFiles|RichMedia)\b/.test(objects)) return 'The PDF holds other files'
  return undefined
}

/** Why a PDF could harm whoever opens it, or hides what it holds. */
export const faultOfPdf = (content: Buffer): string | undefined => {
  if (!content.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'The PDF does not begin as one'
  // Packed pages could spell anything by chance, so only what stands outside of them is read.
  const { objects, packed } = partsOf(content)
  const source = objects.join('\n')
  if (/\/Encrypt\b/.test(source)) return 'The PDF is locked with a password'
  const fault = faultOfObjects(source)
  if (fault !== undefined) return fault
  if (packed.length > MOST_PACKED) return TOO_TIGHT
  let left = MOST_UNPACKED
  for (const [begin, end] of packed) {
    const found = unpackedAt(content.subarray(begin, end), left)
    if (typeof found === 'string') return found
    left -= found.length
    const within = faultOfObjects(namesRead(found))
    if (within !== undefined) return within
  }
  return undefined
}

/** The bytes that a stream packs, at most so many; a sentence where there are more, or it cannot be unpacked. */
const unpackedAt = (packed: Buffer, most: number): Buffer | string => {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(most, 1) })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? TOO_TIGHT : BROKEN
  }
}

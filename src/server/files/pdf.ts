import { inflateSync } from 'node:zlib'

/** Limit of bytes in all object streams of a PDF together, unpacked. */
const MOST_UNPACKED = 50 * 1024 * 1024

/** Limit of object streams; each contains some hundred objects. */
const MOST_PACKED = 10_000

const STREAM = 'stream'
const END = 'endstream'
const TOO_TIGHT = 'The PDF is compressed suspiciously tightly'
const BROKEN = 'The PDF is broken'

const NUMBER_SIGN = '#'.charCodeAt(0)

/** The value of a hexadecimal digit, given as its byte; NaN for any other byte. */
const digitOf = (byte = 0): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN
}

/** Decodes names with characters written as numbers: `/J#61vaScript` becomes `/JavaScript`. */
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

/** A parsed PDF: the plain objects, and the positions of the object streams' contents. */
interface Parts {
  objects: string[]
  packed: [begin: number, end: number][]
}

/** One pass from beginning to end: every byte is read a few times, whatever the PDF declares. */
const partsOf = (content: Buffer): Parts => {
  const source = content.toString('latin1')
  const parts: Parts = { objects: [], packed: [] }
  let from = 0
  let at = source.indexOf(STREAM)
  while (at >= 0) {
    const begin = lineAfter(source, at + STREAM.length)
    const end = begin === undefined ? -1 : source.indexOf(END, begin)
    // Without an end here, no later stream has one either.
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

/** Position of the next line, if a line ends here. */
const lineAfter = (source: string, at: number): number | undefined => {
  const line = source[at] === '\r' ? at + 1 : at
  return source[line] === '\n' ? line + 1 : undefined
}

const faultOfObjects = (objects: string): string | undefined => {
  if (/\/(JavaScript|JS|Launch)\b/.test(objects)) return 'The PDF contains a script'
  if (/\/(EmbeddedFile|EmbeddedFiles|RichMedia)\b/.test(objects)) return 'The PDF contains other files'
  return undefined
}

/** Returns the reason why a PDF could harm whoever opens it, or hides its content. */
export const findPdfRefusal = (content: Buffer): string | undefined => {
  if (!content.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'The PDF does not start like a PDF'
  // Compressed pages could contain any word by chance, so only text outside them is searched.
  const { objects, packed } = partsOf(content)
  const source = objects.join('\n')
  if (/\/Encrypt\b/.test(source)) return 'The PDF is protected with a password'
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

/** Unpacks a stream up to a limit; returns a sentence if it is larger or cannot be unpacked. */
const unpackedAt = (packed: Buffer, most: number): Buffer | string => {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(most, 1) })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? TOO_TIGHT : BROKEN
  }
}

import { inflateSync } from 'node:zlib'

/** The most bytes that all packed objects of a PDF hold together. */
const MOST_UNPACKED = 50 * 1024 * 1024

/** The most streams that pack objects; each holds some hundred of them. */
const MOST_PACKED = 10_000

const STREAM = 'stream'
const END = 'endstream'
const TOO_TIGHT = 'The PDF is packed suspiciously tight'
const BROKEN = 'The PDF is broken'

/** What a name says once its signs written as numbers are read: `/J#61vaScript` is `/JavaScript`. */
const namesRead = (source: string): string =>
  source.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** A PDF taken apart: the objects as they stand, and where the contents of the streams that pack further objects lie. */
interface Parts {
  objects: string[]
  packed: [begin: number, end: number][]
}

/** One walk from the beginning to the end: every byte is looked at a few times, whatever the PDF says of itself. */
const partsOf = (source: string): Parts => {
  const parts: Parts = { objects: [], packed: [] }
  let from = 0
  let at = source.indexOf(STREAM)
  while (at >= 0) {
    const begin = lineAfter(source, at + STREAM.length)
    const end = begin === undefined ? -1 : source.indexOf(END, begin)
    // Without an end there is none for any stream further on either.
    if (begin !== undefined && end < 0) break
    if (begin !== undefined) {
      const before = namesRead(source.slice(from, at))
      parts.objects.push(before)
      if (/\/ObjStm\b/.test(before)) parts.packed.push([begin, end])
      from = end + END.length
    }
    at = source.indexOf(STREAM, begin === undefined ? at + STREAM.length : from)
  }
  const rest = namesRead(source.slice(from))
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
  const { objects, packed } = partsOf(content.toString('latin1'))
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
    const within = faultOfObjects(namesRead(found.toString('latin1')))
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

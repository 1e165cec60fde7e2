import { inflateSync } from 'node:zlib'

const MOST_UNPACKED = 50 * 1024 * 1024

/** What a name says once its signs written as numbers are read: `/J#61vaScript` is `/JavaScript`. */
const namesRead = (source: string): string =>
  source.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The objects that a PDF packs into streams; undefined where one cannot be unpacked. */
const packedObjects = (content: Buffer, source: string): string[] | undefined => {
  const found: string[] = []
  for (const match of source.matchAll(/\/ObjStm\b[\s\S]{0,500}?stream\r?\n/g)) {
    const begin = match.index + match[0].length
    try {
      found.push(inflateSync(content.subarray(begin), { maxOutputLength: MOST_UNPACKED }).toString('latin1'))
    } catch {
      return undefined
    }
  }
  return found
}

/** Why a PDF could harm whoever opens it, or hides what it holds. */
export const faultOfPdf = (content: Buffer): string | undefined => {
  if (!content.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'The PDF does not begin as one'
  const whole = content.toString('latin1')
  // Packed pages could spell anything by chance.
  const source = namesRead(whole.replace(/stream\r?\n[\s\S]*?endstream/g, ''))
  if (/\/Encrypt\b/.test(source)) return 'The PDF is locked with a password'
  const packed = packedObjects(content, whole)
  if (!packed) return 'The PDF is broken'
  const objects = [source, ...packed.map(namesRead)].join('\n')
  if (/\/(JavaScript|JS|Launch)\b/.test(objects)) return 'The PDF holds a script'
  if (/\/(EmbeddedFile|EmbeddedFiles|RichMedia)\b/.test(objects)) return 'The PDF holds other files'
  return undefined
}

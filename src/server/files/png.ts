const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MOST_PIXELS = 1000
const MOST_BYTES = 500_000
/** Bytes around a chunk's content: its length, its name and a checksum. */
const AROUND = 12
const BROKEN = 'The PNG is broken: save it again'

/** Chunks that make up the picture; other chunks are not visible, and may contain personal data. */
const PARTS = [
  'IHDR',
  'PLTE',
  'tRNS',
  'IDAT',
  'IEND',
  'sRGB',
  'gAMA',
  'cHRM',
  'pHYs',
  'sBIT',
  'bKGD',
  'iCCP',
  'cICP',
]

/**
 * Returns the error of a PNG that is to be public: chunks must end where they say, contain only a picture with nothing
 * after it, and no more pixels than a browser draws at once. Every byte is read once.
 */
export const findPngRefusal = (content: Buffer): string | undefined => {
  if (content.length > MOST_BYTES) return 'The picture is larger than 500 kB: save a smaller picture'
  if (!content.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return BROKEN
  let at = SIGNATURE.length
  for (let isFirst = true; at + AROUND <= content.length; isFirst = false) {
    const length = content.readUInt32BE(at)
    const name = content.toString('latin1', at + 4, at + 8)
    if (length > content.length - at - AROUND || isFirst !== (name === 'IHDR')) return BROKEN
    if (!PARTS.includes(name))
      return `The PNG contains more than a picture (${name.replaceAll(/[^A-Za-z]/g, '?')}): save it without comments, location and animation`
    if (isFirst) {
      if (length !== 13) return BROKEN
      const [width, height] = [content.readUInt32BE(at + 8), content.readUInt32BE(at + 12)]
      if (Math.min(width, height) === 0) return BROKEN
      if (Math.max(width, height) > MOST_PIXELS)
        return `The picture is ${width} by ${height} pixels: the limit is 1,000 by 1,000`
    }
    at += length + AROUND
    if (name === 'IEND') return at === content.length ? undefined : 'The file is of two types at once'
  }
  return BROKEN
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MOST_PIXELS = 1000
const MOST_BYTES = 500_000
/** Of a part: its length, its name, and behind its content a checksum. */
const AROUND = 12
const BROKEN = 'The PNG is broken: save it anew'

/** What a picture is made of; whatever else may stand in one is no part of what is seen, and may tell of people. */
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
 * What is wrong with a PNG that is to be shown to everybody: parts that end where they say, nothing but a picture in them and
 * nothing behind it, and no more pixels than a browser draws at once. Every byte is passed once.
 */
export const faultOfPng = (content: Buffer): string | undefined => {
  if (content.length > MOST_BYTES) return 'The picture is larger than 500 kB: save it smaller'
  if (!content.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return BROKEN
  let at = SIGNATURE.length
  for (let isFirst = true; at + AROUND <= content.length; isFirst = false) {
    const length = content.readUInt32BE(at)
    const name = content.toString('latin1', at + 4, at + 8)
    if (length > content.length - at - AROUND || isFirst !== (name === 'IHDR')) return BROKEN
    if (!PARTS.includes(name))
      return `The PNG holds more than a picture (${name.replaceAll(/[^A-Za-z]/g, '?')}): save it without comments, places and movement`
    if (isFirst) {
      if (length !== 13) return BROKEN
      const [width, height] = [content.readUInt32BE(at + 8), content.readUInt32BE(at + 12)]
      if (Math.min(width, height) === 0) return BROKEN
      if (Math.max(width, height) > MOST_PIXELS)
        return `The picture is ${width} by ${height} pixels: it may be at most 1,000 by 1,000`
    }
    at += length + AROUND
    if (name === 'IEND') return at === content.length ? undefined : 'The file is of two kinds at once'
  }
  return BROKEN
}

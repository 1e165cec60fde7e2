import { crc32, deflateSync } from 'node:zlib'

type Part = readonly [name: string, content: Buffer]

/** A PNG with these parts, in this order. */
export const createPngFromChunks = (all: readonly Part[]): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...all.map(([name, content]) => {
      const named = Buffer.concat([Buffer.from(name), content])
      const around = Buffer.alloc(8)
      around.writeUInt32BE(content.length, 0)
      around.writeUInt32BE(crc32(named), 4)
      return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)])
    }),
  ])

/** A grey picture of this size, with additional parts before its end. */
export const createGreyPng = (width: number, height: number, more: readonly Part[] = []): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits of grey per pixel.
  head[8] = 8
  const rows = Buffer.alloc(height * (width + 1), 128)
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0
  return createPngFromChunks([
    ['IHDR', head],
    ['IDAT', deflateSync(rows)],
    ...more,
    ['IEND', Buffer.alloc(0)],
  ])
}

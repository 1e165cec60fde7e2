import type { FilePoint } from './shapes.ts'

/** The areas of one geometry, and the number of other objects. */
interface Geometry {
  areas: FilePoint[][][]
  others: number
}

const POLYGON = 3
const MULTI_POLYGON = 6
const COLLECTION = 7
const DEEPEST = 4

/** Reads consecutive numbers; throws `RangeError` at the end, which its caller treats as a broken file. */
class Reader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  isLittle(): boolean {
    this.#at += 1
    return this.#bytes.readUInt8(this.#at - 1) === 1
  }

  count(isLittle: boolean, leastBytes: number): number {
    const count = this.whole(isLittle)
    if (count * leastBytes > this.#bytes.length - this.#at)
      throw new RangeError('The geometry states more parts than it contains')
    return count
  }

  whole(isLittle: boolean): number {
    this.#at += 4
    return isLittle ? this.#bytes.readUInt32LE(this.#at - 4) : this.#bytes.readUInt32BE(this.#at - 4)
  }

  point(isLittle: boolean, dimensions: number): FilePoint {
    const at = this.#at
    this.#at += dimensions * 8
    if (this.#at > this.#bytes.length) throw new RangeError('The last point of the geometry is cut off')
    return isLittle
      ? [this.#bytes.readDoubleLE(at), this.#bytes.readDoubleLE(at + 8)]
      : [this.#bytes.readDoubleBE(at), this.#bytes.readDoubleBE(at + 8)]
  }
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

const geometryIn = (reader: Reader, depth: number): Geometry => {
  if (depth > DEEPEST) throw new RangeError('Too deep')
  const isLittle = reader.isLittle()
  const code = reader.whole(isLittle)
  // Heights and measures are coded in thousands, or in the upper bits.
  const thousands = Math.floor((code & 0xffff) / 1000)
  const hasZ = thousands === 1 || thousands === 3 || (code & 0x80000000) !== 0
  const hasM = thousands === 2 || thousands === 3 || (code & 0x40000000) !== 0
  if ((code & 0x20000000) !== 0) reader.whole(isLittle)
  const dimensions = 2 + Number(hasZ) + Number(hasM)
  const kind = (code & 0xffff) % 1000
  if (kind === POLYGON) {
    const rings = times(reader.count(isLittle, 4), () =>
      times(reader.count(isLittle, dimensions * 8), () => reader.point(isLittle, dimensions)),
    )
    return { areas: rings.length > 0 ? [rings] : [], others: 0 }
  }
  if (kind !== MULTI_POLYGON && kind !== COLLECTION) return { areas: [], others: 1 }
  const parts = times(reader.count(isLittle, 9), () => geometryIn(reader, depth + 1))
  return {
    areas: parts.flatMap(({ areas }) => areas),
    others: parts.reduce((sum, { others }) => sum + others, 0),
  }
}

const ENVELOPES = [0, 32, 48, 48, 64]

/** Reads one geometry of a GeoPackage: its header, then well-known binary. Throws if it is broken. */
export const readGeoPackageGeometry = (blob: Buffer): Geometry => {
  const flags = blob.length >= 8 && blob.toString('latin1', 0, 2) === 'GP' ? blob.readUInt8(3) : undefined
  const envelope = flags === undefined ? undefined : ENVELOPES[(flags >> 1) & 7]
  if (flags === undefined || envelope === undefined)
    throw new RangeError('This is not a geometry of a GeoPackage')
  const isEmpty = (flags & 16) !== 0
  return isEmpty ? { areas: [], others: 0 } : geometryIn(new Reader(blob, 8 + envelope), 0)
}

import { readZipDirectory, type ZipEntry } from '../xml/zip-directory.ts'
import { unpackZipEntry } from '../xml/zip.ts'
import {
  unreadableFileError,
  type FilePoint,
  type ShapesResult,
  exceedsOutlineLimits,
  unsupportedCoordinateSystemError,
  type FileShapes,
  UNKNOWN_COORDINATE_SYSTEM_ERROR,
} from './shapes.ts'

const MOST_UNPACKED = 25 * 1024 * 1024
/** Shape types: a polygon; one with heights and measures, which follow its points; one with measures. */
const POLYGONS = new Set([5, 15, 25])
const NOTHING = 0

/** Twice the signed area: negative if a ring runs clockwise, as outer rings of shapefiles do. */
const winding = (ring: readonly FilePoint[]): number =>
  ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!
    return sum + x * nextY - nextX * y
  }, 0)

const isIn = ([x, y]: FilePoint, ring: readonly FilePoint[]): boolean =>
  ring.reduce((inside, [ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length]!
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !inside : inside
  }, false)

const holdsMostOf = (outer: readonly FilePoint[], hole: readonly FilePoint[]): boolean =>
  hole.filter(point => isIn(point, outer)).length * 2 > hole.length

/** Groups the rings of one record into areas; undefined if a hole lies in none of them. */
const areasOf = (rings: readonly FilePoint[][]): FilePoint[][][] | undefined => {
  const clockwise = rings.filter(ring => winding(ring) <= 0)
  // Some programs wind all rings the other way: then none of them is a hole.
  const outers = clockwise.length > 0 ? clockwise : rings
  const areas = outers.map(outer => [outer])
  for (const hole of rings.filter(ring => !outers.includes(ring))) {
    const around = areas.find(([outer]) => holdsMostOf(outer!, hole))
    if (!around) return undefined
    around.push(hole)
  }
  return areas
}

/** Reads the rings of a polygon's record; undefined if it declares more than it contains. */
const ringsOf = (record: Buffer): FilePoint[][] | undefined => {
  if (record.length < 44) return undefined
  const [parts, points] = [record.readInt32LE(36), record.readInt32LE(40)]
  const from = 44 + parts * 4
  if (parts < 0 || points < 0 || from + points * 16 > record.length) return undefined
  const begins = Array.from({ length: parts }, (_, part) => record.readInt32LE(44 + part * 4))
  return begins.map((begin, part) => {
    const end = begins[part + 1] ?? points
    return Array.from(
      { length: Math.max(0, Math.min(end, points) - Math.max(0, begin)) },
      (_, place): FilePoint => {
        const at = from + (Math.max(0, begin) + place) * 16
        return [record.readDoubleLE(at), record.readDoubleLE(at + 8)]
      },
    )
  })
}

const shapesOf = (shp: Buffer, system: FileShapes['system']): ShapesResult => {
  if (shp.length < 100 || shp.readInt32BE(0) !== 9994) return unreadableFileError('shapefile')
  const shapes: FileShapes = { system, areas: [], others: 0 }
  for (let at = 100; at + 12 <= shp.length && !exceedsOutlineLimits(shapes.areas);) {
    const end = at + 8 + shp.readInt32BE(at + 4) * 2
    if (end < at + 12 || end > shp.length) return unreadableFileError('shapefile')
    const record = shp.subarray(at + 8, end)
    const type = record.readInt32LE(0)
    if (POLYGONS.has(type)) {
      const rings = ringsOf(record)
      const areas = rings && areasOf(rings)
      if (!areas) return unreadableFileError('shapefile')
      shapes.areas.push(...areas)
    } else if (type !== NOTHING) shapes.others += 1
    at = end
  }
  return shapes
}

const quoted = (text: string): string => /^\s*\w+\["([^"]{0,80})"/.exec(text)?.[1] ?? 'of the file'

/** Reads the projection file: its first name, and the number in a register if there is one. */
const systemIn = (prj: string): string => {
  if (/British_National_Grid|OSGB_?1936[ _/]+British|"27700"\]/i.test(prj)) return 'EPSG:27700'
  const isGeographic = /^\s*GEOG(CS|CRS)/i.test(prj)
  return isGeographic && /WGS_?(19)?84|"WGS 84"/i.test(prj)
    ? 'EPSG:4326'
    : unsupportedCoordinateSystemError(quoted(prj))
}

/**
 * Reads the areas of a zipped shapefile: its `.shp`, with the coordinate system from its `.prj`. Only for archives
 * found harmless.
 */
export const readShapefileShapes = (content: Buffer): ShapesResult => {
  const entries = (readZipDirectory(content) ?? []).filter(({ name }) => !/(^|\/)(\.|__MACOSX)/.test(name))
  const ending = (end: string): ZipEntry[] => entries.filter(({ name }) => name.toLowerCase().endsWith(end))
  const [first, ...more] = ending('.shp')
  if (!first)
    return 'The zip file contains no shapefile. Put the .shp, .shx, .dbf and .prj files of the boundary into one zip file.'
  if (more.length > 0) return 'The zip file contains several shapefiles. Keep only the one with the boundary.'
  const [projection] = ending('.prj')
  const prj = projection && unpackZipEntry(projection, content, 64 * 1024)?.toString('latin1')
  if (prj === undefined) return UNKNOWN_COORDINATE_SYSTEM_ERROR
  const system = systemIn(prj)
  if (system !== 'EPSG:27700' && system !== 'EPSG:4326') return system
  const shp = unpackZipEntry(first, content, MOST_UNPACKED)
  return shp ? shapesOf(shp, system) : unreadableFileError('shapefile')
}

import {
  unreadableFileError,
  type FilePoint,
  type ShapesResult,
  exceedsOutlineLimits,
  unsupportedCoordinateSystemError,
  type FileShapes,
  findCoordinateSystem,
  UNKNOWN_COORDINATE_SYSTEM_ERROR,
} from './shapes.ts'

/** No program nests collections deeper than this. */
const DEEPEST = 8

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Anything that is not a pair of numbers becomes NaN, which is refused later. */
const pointOf = (value: unknown): FilePoint => {
  const [x, y] = listed(value)
  return [typeof x === 'number' ? x : NaN, typeof y === 'number' ? y : NaN]
}

const areaOf = (rings: unknown): FilePoint[][] => listed(rings).map(ring => listed(ring).map(pointOf))

/** Visits an object and all its members; returns false if there are too many or it is too deep. */
const gather = (thing: unknown, into: FileShapes, depth: number): boolean => {
  if (depth > DEEPEST) return false
  if (!isObject(thing)) return true
  const { type, features, geometries, geometry, coordinates } = thing
  if (type === 'FeatureCollection') return listed(features).every(one => gather(one, into, depth + 1))
  if (type === 'GeometryCollection') return listed(geometries).every(one => gather(one, into, depth + 1))
  if (type === 'Feature') return gather(geometry, into, depth + 1)
  if (type === 'Polygon') into.areas.push(areaOf(coordinates))
  else if (type === 'MultiPolygon') for (const one of listed(coordinates)) into.areas.push(areaOf(one))
  else into.others += 1
  return !exceedsOutlineLimits(into.areas.slice(-1)) && into.areas.length + into.others <= 10_000
}

const systemOf = (crs: unknown): string => {
  // GeoJSON is longitude and latitude unless it says otherwise (RFC 7946).
  if (crs === undefined || crs === null) return 'EPSG:4326'
  const { name } = isObject(crs) && isObject(crs.properties) ? crs.properties : {}
  return typeof name === 'string'
    ? (findCoordinateSystem(name) ?? unsupportedCoordinateSystemError(name))
    : UNKNOWN_COORDINATE_SYSTEM_ERROR
}

/** Reads the areas of a GeoJSON file; for files from before RFC 7946 its coordinate system too. */
export const readGeoJsonShapes = (content: Buffer): ShapesResult => {
  let whole: unknown
  try {
    whole = JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return unreadableFileError('GeoJSON')
  }
  if (!isObject(whole)) return unreadableFileError('GeoJSON')
  const system = systemOf(whole.crs)
  if (system !== 'EPSG:27700' && system !== 'EPSG:4326') return system
  const shapes: FileShapes = { system, areas: [], others: 0 }
  if (!gather(whole, shapes, 0))
    return 'The file contains more than the boundary of a site. Save only the boundary.'
  const isInDegrees = shapes.areas.flat(2).every(([x, y]) => !(Math.abs(x) > 180 || Math.abs(y) > 90))
  return system === 'EPSG:4326' && !isInDegrees ? UNKNOWN_COORDINATE_SYSTEM_ERROR : shapes
}

import type { UploadedTable } from '#domain/text/filed-document'
import type { Corner, Outline } from '#domain/place/outline'

const MOST_AREAS = 500
const MOST_CORNERS = 200_000
const SIMPLIFY = 'Simplify the outlines first, for example with mapshaper.'

type Reason = { wrong: string }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isInGrid = ([longitude, latitude]: Corner): boolean =>
  longitude > -10 && longitude < 3 && latitude > 49 && latitude < 62

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

const cornerOf = (value: unknown): Corner | Reason => {
  if (!Array.isArray(value) || value.length < 2)
    return { wrong: 'has a corner that is not a pair of numbers' }
  const [longitude, latitude]: unknown[] = value
  if (typeof longitude !== 'number' || typeof latitude !== 'number')
    return { wrong: 'has a corner that is not a pair of numbers' }
  const corner = [round(longitude), round(latitude)] as const
  return isInGrid(corner)
    ? corner
    : {
        wrong:
          'has a corner outside Great Britain: GeoJSON needs longitude first, then latitude, in WGS84 (EPSG:4326)',
      }
}

const isReason = (part: unknown): part is Reason => isRecord(part) && 'wrong' in part

/** Returns all parts as read, or the error of the first invalid one. */
const allOf = <T>(values: unknown, read: (value: unknown) => T | Reason, none: string): T[] | Reason => {
  if (!Array.isArray(values) || values.length === 0) return { wrong: none }
  const parts: T[] = []
  for (const value of values) {
    const part = read(value)
    if (isReason(part)) return part
    parts.push(part)
  }
  return parts
}

const ringOf = (value: unknown): Corner[] | Reason => {
  const ring = allOf(value, cornerOf, 'has a ring without corners')
  if ('wrong' in ring) return ring
  const [first, last] = [ring[0], ring.at(-1)]
  const isClosed = first?.[0] === last?.[0] && first?.[1] === last?.[1]
  return ring.length >= 4 && isClosed
    ? ring
    : { wrong: 'has a ring that does not end where it starts, or has fewer than four corners' }
}

const polygonOf = (value: unknown) => allOf(value, ringOf, 'has a polygon without rings')

const outlineOf = (geometry: unknown): Outline | Reason => {
  if (!isRecord(geometry)) return { wrong: 'has no geometry' }
  if (geometry.type === 'Polygon') return allOf([geometry.coordinates], polygonOf, 'has no polygons')
  if (geometry.type === 'MultiPolygon') return allOf(geometry.coordinates, polygonOf, 'has no polygons')
  return { wrong: 'is not a Polygon or MultiPolygon' }
}

/** The properties of a feature that could be its name. */
const namesIn = (feature: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ id: feature.id, ...(isRecord(feature.properties) && feature.properties) }).flatMap(
      ([key, value]) =>
        (typeof value === 'string' && value.length <= 200) || typeof value === 'number'
          ? [[key.slice(0, 100), String(value)]]
          : [],
    ),
  )

const read = (content: Buffer): unknown => {
  try {
    return JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** True if a file begins like GeoJSON, and not like rich text. */
export const looksLikeGeoJson = (content: Buffer): boolean =>
  /^\uFEFF?\s*\{(?!\\rtf)/.test(content.toString('utf8', 0, 200))

/**
 * Reads the outlines of a GeoJSON file, one row for each feature: its properties, and its polygons as JSON, rounded to
 * a metre. Returns a sentence that names the feature if one cannot be used.
 */
export const readAreaOutlines = (content: Buffer): Pick<UploadedTable, 'header' | 'rows'> | string => {
  const parsed = read(content)
  if (!isRecord(parsed) || parsed.type !== 'FeatureCollection' || !Array.isArray(parsed.features))
    return 'The file is not a GeoJSON FeatureCollection. Save the areas as GeoJSON.'
  const features: unknown[] = parsed.features
  if (features.length === 0) return 'The file contains no areas. Save the areas into it as polygons.'
  if (features.length > MOST_AREAS)
    return `The file contains more than ${MOST_AREAS} areas. Split it into several files.`
  let corners = 0
  const rows: { line: number; cells: Record<string, string> }[] = []
  for (const [at, feature] of features.entries()) {
    const outline = isRecord(feature) ? outlineOf(feature.geometry) : { wrong: 'is not a feature' }
    if ('wrong' in outline) return `Feature ${at + 1} ${outline.wrong}.`
    corners += outline.flat(2).length
    if (corners > MOST_CORNERS)
      return `The file has more than ${MOST_CORNERS.toLocaleString('en-GB')} corners. ${SIMPLIFY}`
    const names = isRecord(feature) ? namesIn(feature) : {}
    rows.push({ line: at + 1, cells: { names: JSON.stringify(names), outline: JSON.stringify(outline) } })
  }
  return { header: ['names', 'outline'], rows }
}

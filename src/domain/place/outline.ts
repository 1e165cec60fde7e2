import type { LatLong } from './lat-long.ts'
import type { StoredRow } from '../values/subject.ts'

/** A corner of an outline: longitude and latitude in degrees (WGS84), as in GeoJSON. */
export type Corner = readonly [longitude: number, latitude: number]
/** A closed ring: its last corner is its first. */
type Ring = readonly Corner[]
/** Polygons of rings, the first of each its border, the others holes: the coordinates of GeoJSON's MultiPolygon. */
export type Outline = readonly (readonly Ring[])[]

/** Says whether the edge between two corners passes east of the point, at its latitude. */
const passesEast = ({ latitude, longitude }: LatLong, [x1, y1]: Corner, [x2, y2]: Corner): boolean =>
  y1 > latitude !== y2 > latitude && longitude < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)

const isInRing = (point: LatLong, ring: Ring): boolean =>
  ring.reduce((inside, corner, at) => {
    const before = ring[at - 1]
    return before !== undefined && passesEast(point, before, corner) ? !inside : inside
  }, false)

/** Says whether the outline contains the point. Edges are straight in degrees, as on maps; a point on an edge may count either way. */
export const outlineContains = (point: LatLong, outline: Outline): boolean =>
  outline.some(
    ([border = [], ...holes]) => isInRing(point, border) && !holes.some(hole => isInRing(point, hole)),
  )

/** Bounding box of an outline: west, south, east, north. */
export const boundingBox = (outline: Outline): readonly [number, number, number, number] =>
  outline
    .flat(2)
    .reduce<readonly [number, number, number, number]>(
      ([west, south, east, north], [x, y]) => [
        Math.min(west, x),
        Math.min(south, y),
        Math.max(east, x),
        Math.max(north, y),
      ],
      [Infinity, Infinity, -Infinity, -Infinity],
    )

/** Metres of a degree of latitude; multiply by the cosine of the latitude for a degree of longitude. */
const DEGREE = 111_320

/** Distance of a point from an outline in metres, on a plane: zero inside. Good for some kilometres. */
export const distanceFromOutline = (point: LatLong, outline: Outline): number =>
  outlineContains(point, outline) ? 0 : distanceFromBorder(point, outline)

/** Distance of a point from the nearest border of an outline in metres, inside or outside. */
export const distanceFromBorder = (point: LatLong, outline: Outline): number => {
  const eastward = DEGREE * Math.cos((point.latitude * Math.PI) / 180)
  let nearest = Infinity
  for (const ring of outline.flat())
    for (let at = 1; at < ring.length; at++) {
      const planar = ([longitude, latitude]: Corner): Planar => ({
        x: (longitude - point.longitude) * eastward,
        y: (latitude - point.latitude) * DEGREE,
      })
      nearest = Math.min(nearest, fromOrigin(planar(ring[at - 1]!), planar(ring[at]!)))
    }
  return nearest
}

/** Distance of an outline on the National Grid from a point in metres: zero inside. */
export const distanceOnGrid = (
  { easting, northing }: { easting: number; northing: number },
  outline: Outline,
): number =>
  outlineContains({ latitude: northing, longitude: easting }, outline)
    ? 0
    : Math.min(
        ...outline.flat().flatMap(ring => {
          const planar = ring.map(([x, y]): Planar => ({ x: x - easting, y: y - northing }))
          return planar.slice(1).map((to, at) => fromOrigin(planar[at]!, to))
        }),
      )

interface Planar {
  x: number
  y: number
}

const fromOrigin = (from: Planar, to: Planar): number => {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const length = x * x + y * y
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(from.x * x + from.y * y) / length))
  return Math.hypot(from.x + along * x, from.y + along * y)
}

/** Uploaded outline of a national character area or a subcatchment. */
export interface AreaOutline extends StoredRow {
  ncaId: string | null
  subcatchmentId: string | null
  outline: Outline
  /** Attribution that maps must show. */
  attribution: string
}

import type { LatLong } from './lat-long.ts'

/** A corner of an outline: longitude and latitude in degrees (WGS84), as GeoJSON has them. */
export type Corner = readonly [longitude: number, latitude: number]
/** Closed: its last corner is its first. */
type Ring = readonly Corner[]
/** Polygons of rings, the first of each its border, the others holes in it: the coordinates of GeoJSON's MultiPolygon. */
export type Outline = readonly (readonly Ring[])[]

/** Does the edge between two corners pass east of the point, on its latitude? */
const passesEast = ({ latitude, longitude }: LatLong, [x1, y1]: Corner, [x2, y2]: Corner): boolean =>
  y1 > latitude !== y2 > latitude && longitude < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)

const isInRing = (point: LatLong, ring: Ring): boolean =>
  ring.reduce((inside, corner, at) => {
    const before = ring[at - 1]
    return before !== undefined && passesEast(point, before, corner) ? !inside : inside
  }, false)

/** Does the outline hold the point? Edges are straight in degrees, as those of maps are; on an edge it may be either. */
export const pointInOutline = (point: LatLong, outline: Outline): boolean =>
  outline.some(
    ([border = [], ...holes]) => isInRing(point, border) && !holes.some(hole => isInRing(point, hole)),
  )

/** The smallest box around an outline: west, south, east, north. */
export const boxOf = (outline: Outline): readonly [number, number, number, number] =>
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

/** Metres of a degree of latitude; of a degree of longitude it is this by the cosine of the latitude. */
const DEGREE = 111_320

/** How far a point is from an outline in metres, on a plane: nothing inside it. Good for some kilometres. */
export const metresFrom = (point: LatLong, outline: Outline): number =>
  pointInOutline(point, outline) ? 0 : metresFromBorder(point, outline)

/** How far a point is from the nearest border of an outline in metres, inside or outside. */
export const metresFromBorder = (point: LatLong, outline: Outline): number => {
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

/** How far an outline on the National Grid is from a point on it in metres: nothing inside it. */
export const metresOnGrid = (
  { easting, northing }: { easting: number; northing: number },
  outline: Outline,
): number =>
  pointInOutline({ latitude: northing, longitude: easting }, outline)
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

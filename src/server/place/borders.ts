import type { LatLong } from '#domain/place/lat-long'
import { metresFrom, metresFromBorder, type Outline } from '#domain/place/outline'
import { latLongOf } from '#domain/place/osgb'
import type { SiteOutline } from '#domain/site-outline'
import { shapesAt, shapesOf } from './boundaries.ts'

/** Corners of a long boundary that are compared with borders, which are simplified anyway. */
const MOST_COMPARED = 60

/** Corners of a site boundary in latitude and longitude; of a long one evenly chosen. */
export const cornersOf = (outline: SiteOutline): LatLong[] => {
  const corners = outline.flat(2)
  const every = Math.ceil(corners.length / MOST_COMPARED)
  return corners
    .filter((_, at) => at % every === 0)
    .map(([easting, northing]) => latLongOf({ easting, northing }))
}

/** Metres from a point to the nearest of some outlines; 0 inside one, Infinity where there are none. */
export const metresFromAny = (point: LatLong, outlines: readonly Outline[]): number =>
  Math.min(Infinity, ...outlines.map(outline => metresFrom(point, outline)))

/** Metres of a degree of latitude; those of a degree of longitude are fewer, so that a box is never nearer than this says. */
const DEGREE = 111_000

/** Metres from a point to a box at the least, by a lower bound. */
const metresFromBox = (
  { latitude, longitude }: LatLong,
  [west, south, east, north]: readonly [number, number, number, number],
): number => {
  const across = Math.max(0, west - longitude, longitude - east) * Math.cos((latitude * Math.PI) / 180)
  return DEGREE * 0.98 * Math.hypot(across, Math.max(0, south - latitude, latitude - north))
}

/** The district or unitary authority of England that is nearest to a point, and how many metres away it is; 0 inside it. */
export const nearestAuthority = (point: LatLong): { name: string; metres: number } => {
  const byBox = shapesOf('lpas')
    .map(shape => ({ shape, least: metresFromBox(point, shape.box) }))
    .toSorted((one, other) => one.least - other.least)
  let nearest = { name: '', metres: Infinity }
  for (const { shape, least } of byBox) {
    if (least >= nearest.metres) break
    const metres = metresFrom(point, shape.outline)
    if (metres < nearest.metres) nearest = { name: shape.name ?? '', metres }
  }
  return nearest
}

/** Metres from a point to where an authority plans, given its outlines: in a district, a national park is not its area. */
export const metresFromAuthority = (point: LatLong, lpaId: string, outlines: readonly Outline[]): number => {
  const metres = metresFromAny(point, outlines)
  const parks = metres === 0 ? shapesAt('national-parks', point).filter(({ id }) => id !== lpaId) : []
  return parks.length === 0
    ? metres
    : Math.min(...parks.map(({ outline }) => metresFromBorder(point, outline)))
}

/** Name of an authority as outlines call it; undefined where none comes with the product. */
export const authorityCalled = (lpaId: string): string | undefined => {
  const park = shapesOf('national-parks').find(({ id }) => id === lpaId)
  return park ? `${park.name} National Park` : shapesOf('lpas').find(({ id }) => id === lpaId)?.name
}

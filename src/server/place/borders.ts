import type { LatLong } from '#domain/place/lat-long'
import { distanceFromOutline, distanceFromBorder, type Outline } from '#domain/place/outline'
import { gridToLatLong } from '#domain/place/osgb'
import type { SiteOutline } from '#domain/land/site-outline'
import { findShapesAtPoint, readBoundaryShapes } from './boundaries.ts'

/** Corners of a long boundary that are compared with borders; more are not needed, since borders are simplified. */
const MOST_COMPARED = 60

/** Corners of a site boundary in latitude and longitude; evenly sampled if there are many. */
export const sampleBoundaryCorners = (outline: SiteOutline): LatLong[] => {
  const corners = outline.flat(2)
  const every = Math.ceil(corners.length / MOST_COMPARED)
  return corners
    .filter((_, at) => at % every === 0)
    .map(([easting, northing]) => gridToLatLong({ easting, northing }))
}

/** Metres from a point to the nearest of some outlines; 0 inside one, Infinity if there are none. */
export const metresFromNearestOutline = (point: LatLong, outlines: readonly Outline[]): number =>
  Math.min(Infinity, ...outlines.map(outline => distanceFromOutline(point, outline)))

/** Metres of a degree of latitude. A degree of longitude is shorter, so no box is nearer than calculated. */
const DEGREE = 111_000

/** Lower bound of the metres from a point to a box. */
const metresFromBox = (
  { latitude, longitude }: LatLong,
  [west, south, east, north]: readonly [number, number, number, number],
): number => {
  const across = Math.max(0, west - longitude, longitude - east) * Math.cos((latitude * Math.PI) / 180)
  return DEGREE * 0.98 * Math.hypot(across, Math.max(0, south - latitude, latitude - north))
}

/** The English district or unitary authority nearest to a point, and its distance in metres; 0 inside it. */
export const findNearestAuthority = (point: LatLong): { name: string; metres: number } => {
  const byBox = readBoundaryShapes('lpas')
    .map(shape => ({ shape, least: metresFromBox(point, shape.box) }))
    .toSorted((one, other) => one.least - other.least)
  let nearest = { name: '', metres: Infinity }
  for (const { shape, least } of byBox) {
    if (least >= nearest.metres) break
    const metres = distanceFromOutline(point, shape.outline)
    if (metres < nearest.metres) nearest = { name: shape.name ?? '', metres }
  }
  return nearest
}

/**
 * Metres from a point to the planning area of an authority with these outlines: a national park is not part of a
 * district's area.
 */
export const metresFromAuthority = (point: LatLong, lpaId: string, outlines: readonly Outline[]): number => {
  const metres = metresFromNearestOutline(point, outlines)
  const parks =
    metres === 0 ? findShapesAtPoint('national-parks', point).filter(({ id }) => id !== lpaId) : []
  return parks.length === 0
    ? metres
    : Math.min(...parks.map(({ outline }) => distanceFromBorder(point, outline)))
}

/** Name of an authority in the built-in outlines; undefined if they do not contain it. */
export const builtInAuthorityName = (lpaId: string): string | undefined => {
  const park = readBoundaryShapes('national-parks').find(({ id }) => id === lpaId)
  return park ? `${park.name} National Park` : readBoundaryShapes('lpas').find(({ id }) => id === lpaId)?.name
}

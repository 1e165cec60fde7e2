import proj4 from 'proj4'
import type { GridSquare } from './grid-reference.ts'
import type { LatLong } from './lat-long.ts'

/**
 * The National Grid as EPSG has it (27700), by the seven numbers of the Ordnance Survey, which put a point within 5 m of its
 * true place; only the grid of shifts that is called OSTN15 is better, and no square of ours is as small.
 */
const GRID =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs'
const between = proj4(GRID, 'WGS84')

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** Metres east and north of the origin of the National Grid as latitude and longitude, to a tenth of a metre. */
export const latLongOf = ({ easting, northing }: { easting: number; northing: number }): LatLong => {
  const [longitude = NaN, latitude = NaN] = between.forward([easting, northing])
  return { latitude: rounded(latitude), longitude: rounded(longitude) }
}

/** Latitude and longitude as metres on the National Grid. */
export const gridOf = ({ latitude, longitude }: LatLong): { easting: number; northing: number } => {
  const [easting = NaN, northing = NaN] = between.inverse([longitude, latitude])
  return { easting, northing }
}

/** The middle of a square. */
export const middleOf = ({ easting, northing, size }: GridSquare): LatLong =>
  latLongOf({ easting: easting + size / 2, northing: northing + size / 2 })

/** The square of this side, in metres, that holds a point. */
export const squareAround = (point: LatLong, size: number): GridSquare => {
  const { easting, northing } = gridOf(point)
  return { easting: Math.floor(easting / size) * size, northing: Math.floor(northing / size) * size, size }
}

import proj4 from 'proj4'
import type { GridSquare } from './grid-reference.ts'
import type { LatLong } from './lat-long.ts'

/**
 * The National Grid (EPSG 27700) by the seven parameters of the Ordnance Survey, which are within 5 m of the true place. Only the
 * shift grid OSTN15 is better, and none of our squares is that small.
 */
const GRID =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs'
const between = proj4(GRID, 'WGS84')

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** Converts metres east and north of the origin of the National Grid to latitude and longitude, to a tenth of a metre. */
export const gridToLatLong = ({ easting, northing }: { easting: number; northing: number }): LatLong => {
  const [longitude = NaN, latitude = NaN] = between.forward([easting, northing])
  return { latitude: rounded(latitude), longitude: rounded(longitude) }
}

/** Converts latitude and longitude to metres on the National Grid. */
export const latLongToGrid = ({ latitude, longitude }: LatLong): { easting: number; northing: number } => {
  const [easting = NaN, northing = NaN] = between.inverse([longitude, latitude])
  return { easting, northing }
}

/** Middle of a square. */
export const gridSquareCentre = ({ easting, northing, size }: GridSquare): LatLong =>
  gridToLatLong({ easting: easting + size / 2, northing: northing + size / 2 })

/** The square of this side, in metres, that contains a point. */
export const gridSquareAround = (point: LatLong, size: number): GridSquare => {
  const { easting, northing } = latLongToGrid(point)
  return { easting: Math.floor(easting / size) * size, northing: Math.floor(northing / size) * size, size }
}

import { formatGridReference } from './grid-reference.ts'
import type { LatLong } from './lat-long.ts'
import { gridSquareCentre, gridSquareAround } from './osgb.ts'
import { type PlacePrecision, finerPlacePrecision } from './precision.ts'

/** A stored place. */
export interface StoredPlace {
  gridReference: string | null
  latitude: number | null
  longitude: number | null
  placePrecision: PlacePrecision
}

/** A place as a reader may see it. */
export interface VisiblePlace {
  precision: PlacePrecision
  gridReference: string | null
  latitude: number | null
  longitude: number | null
}

/** Side in metres of the square published instead of the exact point: one sheet of the 1:10,000 map. */
const SQUARE = 5000

const NOWHERE = { gridReference: null, latitude: null, longitude: null }

const pointOf = ({ latitude, longitude }: StoredPlace): LatLong | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

const HUNDRED_KM = 100_000

/** Name of a square of 5 km, after its map sheet: ST42SW. */
const sheetOf = (easting: number, northing: number, letters: string): string => {
  const tens = (metres: number) => Math.floor((metres % HUNDRED_KM) / 10_000)
  const half = (metres: number) => metres % 10_000 >= SQUARE
  return `${letters}${tens(easting)}${tens(northing)}${half(northing) ? 'N' : 'S'}${half(easting) ? 'E' : 'W'}`
}

/**
 * Reduces a place for readers other than its owner, its agent, the market operator and the authority of its area, who read the
 * stored place. Every answer, list, download and drawing for other readers calls this. The square contains the point and is given
 * by its middle; if only the catchment is published, there is no point.
 */
export const reducePlacePrecision = (placed: StoredPlace, least: PlacePrecision): VisiblePlace => {
  const precision = finerPlacePrecision(placed.placePrecision, least)
  const point = pointOf(placed)
  if (!point || precision === 'catchment') return { precision, ...NOWHERE }
  if (precision === 'exact') return { precision, gridReference: placed.gridReference, ...point }
  const square = gridSquareAround(point, SQUARE)
  const letters = formatGridReference({ ...square, size: 10_000 }).slice(0, 2)
  return {
    precision,
    gridReference: sheetOf(square.easting, square.northing, letters),
    ...gridSquareCentre(square),
  }
}

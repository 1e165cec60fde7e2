import { showGridReference } from './grid-reference.ts'
import type { LatLong } from './lat-long.ts'
import { middleOf, squareAround } from './osgb.ts'
import { type PlacePrecision, shownPrecision } from './precision.ts'

/** Where something is, as it is stored. */
export interface Placed {
  gridReference: string | null
  latitude: number | null
  longitude: number | null
  placePrecision: PlacePrecision
}

/** Where something is, as somebody is told. */
export interface PlaceShown {
  precision: PlacePrecision
  gridReference: string | null
  latitude: number | null
  longitude: number | null
}

/** The side in metres of the square that is told in place of the exact point: as a sheet of the map of 1:10,000 is. */
const SQUARE = 5000

const NOWHERE = { gridReference: null, latitude: null, longitude: null }

const pointOf = ({ latitude, longitude }: Placed): LatLong | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

const HUNDRED_KM = 100_000

/** A square of 5 km as its sheet of the map is called: ST42SW. */
const sheetOf = (easting: number, northing: number, letters: string): string => {
  const tens = (metres: number) => Math.floor((metres % HUNDRED_KM) / 10_000)
  const half = (metres: number) => metres % 10_000 >= SQUARE
  return `${letters}${tens(easting)}${tens(northing)}${half(northing) ? 'N' : 'S'}${half(easting) ? 'E' : 'W'}`
}

/**
 * Where something is, as somebody is told who is neither its owner, nor its agent, nor the market operator, nor the authority of
 * its area: those read it as it is stored. Everything that is answered, listed, downloaded or drawn for others asks here: the
 * square holds the point and is told by its middle, and where only the catchment is told there is no point at all.
 */
export const placeForOthers = (placed: Placed, least: PlacePrecision): PlaceShown => {
  const precision = shownPrecision(placed.placePrecision, least)
  const point = pointOf(placed)
  if (!point || precision === 'catchment') return { precision, ...NOWHERE }
  if (precision === 'exact') return { precision, gridReference: placed.gridReference, ...point }
  const square = squareAround(point, SQUARE)
  const letters = showGridReference({ ...square, size: 10_000 }).slice(0, 2)
  return { precision, gridReference: sheetOf(square.easting, square.northing, letters), ...middleOf(square) }
}

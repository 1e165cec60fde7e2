import { geoPath } from 'd3-geo'
import type { LatLong } from '#domain/place/lat-long'
import { middleOf, squareAround } from '#domain/place/osgb'
import type { PlacePrecision } from '#domain/place/precision'
import { shapesAt } from './boundaries.ts'

type Shape = ReturnType<typeof shapesAt>[number]

/** About as large as a parish. */
const SQUARE_METRES = 5000

const flat = geoPath()
const middles = new WeakMap<Shape, LatLong>()

const middleOfShape = (shape: Shape): LatLong => {
  const known = middles.get(shape)
  if (known) return known
  const coordinates = shape.outline.map(rings => rings.map(ring => ring.map(([x, y]) => [x, y])))
  const [longitude, latitude] = flat.centroid({ type: 'MultiPolygon', coordinates })
  const middle = { latitude, longitude }
  middles.set(shape, middle)
  return middle
}

/**
 * Where a place is put on the map of somebody who may know it no more precisely than this: the middle of the square of the
 * National Grid or of the catchment that it lies in, outside catchments of the authority. Never a point from which the place
 * itself could be told.
 */
export const shownPlace = (point: LatLong, precision: PlacePrecision): LatLong => {
  if (precision === 'exact') return point
  if (precision === 'square') return middleOf(squareAround(point, SQUARE_METRES))
  const area = shapesAt('catchments', point)[0] ?? shapesAt('lpas', point)[0]
  return area ? middleOfShape(area) : middleOf(squareAround(point, 10 * SQUARE_METRES))
}

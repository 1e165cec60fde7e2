import { geoPath } from 'd3-geo'
import { type Placed, placeForOthers } from '#domain/place/disclosed'
import type { LatLong } from '#domain/place/lat-long'
import type { PlacePrecision } from '#domain/place/precision'
import { shapesAt } from './boundaries.ts'

type Shape = ReturnType<typeof shapesAt>[number]

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
 * Where the mark of a thing stands for others: where they are told that it is, and where they are told only its catchment, in
 * the middle of that, outside catchments of its authority. Null where it stands nowhere.
 */
export const markForOthers = (
  point: Placed & LatLong,
  least: PlacePrecision,
): (LatLong & { precision: PlacePrecision }) | null => {
  const { precision, latitude, longitude } = placeForOthers(point, least)
  if (latitude !== null && longitude !== null) return { precision, latitude, longitude }
  const area = shapesAt('catchments', point)[0] ?? shapesAt('lpas', point)[0]
  return area ? { precision, ...middleOfShape(area) } : null
}

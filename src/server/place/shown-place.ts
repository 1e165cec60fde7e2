import { geoPath } from 'd3-geo'
import { type StoredPlace, reducePlacePrecision } from '#domain/place/disclosed'
import type { LatLong } from '#domain/place/lat-long'
import type { PlacePrecision } from '#domain/place/precision'
import { findShapesAtPoint } from './boundaries.ts'

type Shape = ReturnType<typeof findShapesAtPoint>[number]

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
 * The position of an item's mark for others: the disclosed location or, if only the catchment is disclosed, the
 * middle of the catchment; outside catchments, the middle of the authority. Null if nothing is disclosed.
 */
export const disclosedMapMark = (
  point: StoredPlace & LatLong,
  least: PlacePrecision,
): (LatLong & { precision: PlacePrecision }) | null => {
  const { precision, latitude, longitude } = reducePlacePrecision(point, least)
  if (latitude !== null && longitude !== null) return { precision, latitude, longitude }
  const area = findShapesAtPoint('catchments', point)[0] ?? findShapesAtPoint('lpas', point)[0]
  return area ? { precision, ...middleOfShape(area) } : null
}

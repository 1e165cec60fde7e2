/** How precisely somebody is told where a thing is, the finest first. */
export const PLACE_PRECISIONS = ['exact', 'square', 'catchment'] as const
export type PlacePrecision = (typeof PLACE_PRECISIONS)[number]

export const PLACE_PRECISION_LABELS: Record<PlacePrecision, string> = {
  exact: 'The exact place',
  square: 'A square of 5 km, about as large as a parish',
  catchment: 'Only its catchment and authorities',
}

/** The finer of what the owner chose and the least that the market asks for. */
export const shownPrecision = (chosen: PlacePrecision, least: PlacePrecision): PlacePrecision =>
  PLACE_PRECISIONS.find(one => one === chosen || one === least) ?? 'exact'

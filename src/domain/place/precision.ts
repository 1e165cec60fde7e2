/** Precisions of published places, the finest first. */
export const PLACE_PRECISIONS = ['exact', 'square', 'catchment'] as const
export type PlacePrecision = (typeof PLACE_PRECISIONS)[number]

export const PLACE_PRECISION_LABELS: Record<PlacePrecision, string> = {
  exact: 'The exact place',
  square: 'A 5 km square, about as large as a parish',
  catchment: 'Only the catchment, character area and planning authority',
}

/** The finer of the owner's choice and the market's minimum. */
export const finerPlacePrecision = (chosen: PlacePrecision, least: PlacePrecision): PlacePrecision =>
  PLACE_PRECISIONS.find(one => one === chosen || one === least) ?? 'exact'

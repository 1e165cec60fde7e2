/** Areas of a point, by their names in forms. */
export const POINT_AREA_FIELDS = ['lpa', 'nca', 'subcatchment'] as const
export type PointAreaField = (typeof POINT_AREA_FIELDS)[number]

/** A typed point, whose areas the market knows. */
export interface TypedPointWithAreas {
  gridReference: string | undefined
  coordinates: string | undefined
  /** Field name of each area, and the chosen value. */
  areas: Readonly<Record<PointAreaField, { name: string; chosen: string | undefined }>>
}

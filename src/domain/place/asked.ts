/** The areas that a point lies in, as forms ask for them. */
export const AREAS_OF_POINT = ['lpa', 'nca', 'subcatchment'] as const
export type AreaOfPoint = (typeof AREAS_OF_POINT)[number]

/** A point that was typed, of which the market knows in which areas it lies. */
export interface PointTyped {
  gridReference: string | undefined
  coordinates: string | undefined
  /** By which name each area is asked for, and what was chosen there. */
  areas: Readonly<Record<AreaOfPoint, { name: string; chosen: string | undefined }>>
}

import type { Instant } from '@credit-market/values/dates'
import type { GridBox, SiteOutline } from './site-outline.ts'
import type { StoredRow } from '../values/subject.ts'
import type { Units } from '@credit-market/values/units'

/** Coordinate systems of uploaded boundaries: the National Grid, and longitude and latitude (WGS 84). */
export const COORDINATE_SYSTEMS = ['EPSG:27700', 'EPSG:4326'] as const
export type CoordinateSystem = (typeof COORDINATE_SYSTEMS)[number]

/** Owner of a boundary: a project or a requirement. */
export type BoundaryOwner = { projectId: string } | { requirementId: string }

/** Boundary of a project's land or a development's site, on the National Grid, with its area. */
export interface SiteBoundary extends StoredRow, GridBox {
  /** The project, or null for the boundary of a requirement. */
  projectId: string | null
  requirementId: string | null
  outline: SiteOutline
  /** Square metres, which are ten-thousandths of a hectare. */
  area: Units
  /** Coordinate system of the file; null if the corners were typed or drawn. */
  system: CoordinateSystem | null
  /** The uploaded file, if there is one. */
  documentId: string | null
  setBy: string
  setAt: Instant
}

/** Ground shared by the outlines of two projects; the database has one such row in each direction. */
export interface SiteOverlap extends StoredRow {
  projectId: string
  otherId: string
  /** Square metres, which are ten-thousandths of a hectare. */
  shared: Units
}

/** Metres from a boundary within which drawings include the point of its site. */
export const MAX_DRAWN_POINT_METRES = 2000

/** Result of reading an uploaded boundary. */
export interface OutlineReadResult {
  outline: SiteOutline
  area: Units
  system: CoordinateSystem
  /** Repairs and omissions, as sentences. */
  notes: readonly string[]
}

/** Typed and calculated areas may differ without a warning by one percent, and at least 0.01 hectares. */
const isNear = (typed: Units, worked: Units): boolean =>
  Math.abs(typed - worked) <= Math.max(100, worked / 100)

/** Says whether a typed area differs from the calculated one by more than rounding and measuring explain. */
export const isAreaDifferent = (typed: Units, worked: Units): boolean => !isNear(typed, worked)

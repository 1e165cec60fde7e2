import type { Instant } from './dates.ts'
import type { Box, SiteOutline } from './site-outline.ts'
import type { Stored } from './subject.ts'
import type { Units } from './units.ts'

/** The coordinate systems in which boundaries may come: the National Grid, and longitude and latitude (WGS 84). */
export const COORDINATE_SYSTEMS = ['EPSG:27700', 'EPSG:4326'] as const
export type CoordinateSystem = (typeof COORDINATE_SYSTEMS)[number]

/** Whose boundary one is. */
export type BoundaryOf = { projectId: string } | { requirementId: string }

/** The line around the land of a project or the site of a development: kept on the National Grid, with the area worked out on it. */
export interface SiteBoundary extends Stored, Box {
  /** Of the project, or null for that of a requirement. */
  projectId: string | null
  requirementId: string | null
  outline: SiteOutline
  /** Square metres, which are ten-thousandths of a hectare. */
  area: Units
  /** What the file says that its coordinates are; null where the corners were typed or drawn. */
  system: CoordinateSystem | null
  /** The file it came in, if it came in one. */
  documentId: string | null
  setBy: string
  setAt: Instant
}

/** Ground that the outlines of two projects share; the database keeps one such row each way. */
export interface SiteOverlap extends Stored {
  projectId: string
  otherId: string
  /** Square metres, which are ten-thousandths of a hectare. */
  shared: Units
}

/** Metres from a boundary within which the point of its site is drawn with it. */
export const POINT_IN_PICTURE = 2000

/** What was read from an uploaded boundary. */
export interface ReadOutline {
  outline: SiteOutline
  area: Units
  system: CoordinateSystem
  /** What was mended or left out, in sentences. */
  notes: readonly string[]
}

/** Typed areas and the area worked out may differ by so much without a word: a hundredth, and at least 0.01 hectares. */
const isNear = (typed: Units, worked: Units): boolean =>
  Math.abs(typed - worked) <= Math.max(100, worked / 100)

/** Does a typed area differ from the one that was worked out by more than rounding and measuring explain? */
export const differs = (typed: Units, worked: Units): boolean => !isNear(typed, worked)

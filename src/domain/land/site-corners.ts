import { parseGridReference } from '../place/grid-reference.ts'
import {
  outlineArea,
  type GridPoint,
  type OutlineRepairResult,
  repairOutline,
  type SiteOutline,
} from './site-outline.ts'
import type { Units } from '@credit-market/values/units'

/** Most corners that people type or draw; longer lines need a file. */
export const MAX_TYPED_CORNERS = 200

const METRES = /^(\d{1,6}(?:\.\d{1,2})?)[ ,;]+(\d{1,7}(?:\.\d{1,2})?)$/
/** Corners must be precise to ten metres: eight digits. */
const COARSEST = 10

/** Message for a text that is not a corner, by its number from 1. */
const wrongCorner = (corner: number): string =>
  `Corner ${corner}: enter eight or ten digits, such as ST 43612 21107, or metres east and north, such as 343612, 121107.`

/** Parses a typed corner to the National Grid; null if it is not one, or is less precise than ten metres. */
export const parseCorner = (text: string): GridPoint | null => {
  const [, easting, northing] = METRES.exec(text.trim()) ?? []
  if (easting !== undefined && northing !== undefined) return [Number(easting), Number(northing)]
  const square = parseGridReference(text)
  // The reference names the south-west corner of its square; at one metre that is the place itself.
  return square && square.size <= COARSEST ? [square.easting, square.northing] : null
}

/** Formats a corner for the form: metres east and north, to the centimetre. */
export const formatCorner = ([easting, northing]: GridPoint): string => `${easting}, ${northing}`

/** Outline around typed corners, in their order, or their errors. */
export const outlineFromCorners = (texts: readonly string[]): OutlineRepairResult => {
  const corners = texts.map(parseCorner)
  const wrong = corners.indexOf(null)
  if (wrong >= 0) return { refused: wrongCorner(wrong + 1) }
  return repairOutline([[corners.filter(corner => corner !== null)]])
}

/** Corners of an outline for correction by hand; undefined if it has several areas, holes, or too many corners. */
export const outlineCorners = (outline: SiteOutline): string[] | undefined => {
  const [[ring = [], ...holes] = [], ...others] = outline
  return holes.length + others.length > 0 || ring.length - 1 > MAX_TYPED_CORNERS
    ? undefined
    : ring.slice(0, -1).map(formatCorner)
}

/** Area inside the corners so far, in square metres; null before there are three valid ones. */
export const areaOfCornersSoFar = (texts: readonly string[]): Units | null => {
  const corners = texts.map(parseCorner).filter(corner => corner !== null)
  return corners.length < 3 ? null : outlineArea([[[...corners, corners[0]!]]])
}

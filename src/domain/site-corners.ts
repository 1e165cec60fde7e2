import { parseGridReference } from './place/grid-reference.ts'
import { areaOf, type GridPoint, type Mended, mendedOutline, type SiteOutline } from './site-outline.ts'
import type { Units } from './units.ts'

/** As many corners as somebody types or draws; a longer line comes in a file. */
export const MOST_CORNERS = 200

const METRES = /^(\d{1,6}(?:\.\d{1,2})?)[ ,;]+(\d{1,7}(?:\.\d{1,2})?)$/
/** A corner must be known to ten metres at least: eight figures. */
const COARSEST = 10

/** What is said where a text is no corner. */
const NO_CORNER =
  'give eight or ten figures, such as ST 43612 21107, or metres east and north, such as 343612, 121107'

/** The place on the National Grid of a corner as it was typed; null where it is none, or known to less than ten metres. */
export const cornerAt = (text: string): GridPoint | null => {
  const [, easting, northing] = METRES.exec(text.trim()) ?? []
  if (easting !== undefined && northing !== undefined) return [Number(easting), Number(northing)]
  const square = parseGridReference(text)
  // The reference names the south-west corner of its square; to the metre that is the place itself.
  return square && square.size <= COARSEST ? [square.easting, square.northing] : null
}

/** A corner as it stands in the form: metres east and north, to the centimetre. */
export const showCorner = ([easting, northing]: GridPoint): string => `${easting}, ${northing}`

/** The outline that typed corners go around, in their order; or what is wrong with them. */
export const outlineOfCorners = (texts: readonly string[]): Mended => {
  const corners = texts.map(cornerAt)
  const wrong = corners.indexOf(null)
  if (wrong >= 0) return { refused: `Corner ${wrong + 1}: ${NO_CORNER}.` }
  return mendedOutline([[corners.filter(corner => corner !== null)]])
}

/** The corners of an outline, to be corrected by hand; undefined for one of several areas, with holes, or too long for that. */
export const cornersOf = (outline: SiteOutline): string[] | undefined => {
  const [[ring = [], ...holes] = [], ...others] = outline
  return holes.length + others.length > 0 || ring.length - 1 > MOST_CORNERS
    ? undefined
    : ring.slice(0, -1).map(showCorner)
}

/** The area that corners go around as far as they are given, in square metres; null before there are three that make sense. */
export const areaSoFar = (texts: readonly string[]): Units | null => {
  const corners = texts.map(cornerAt).filter(corner => corner !== null)
  return corners.length < 3 ? null : areaOf([[[...corners, corners[0]!]]])
}

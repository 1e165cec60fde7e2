/** A square of the National Grid: its south-west corner in metres east and north of the origin, and its side in metres. */
export interface GridSquare {
  easting: number
  northing: number
  size: number
}

/** Message for a text that is not a grid reference. */
export const GRID_REFERENCE_ERROR = 'Enter a grid reference such as ST 436 211'

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
const HUNDRED_KM = 100_000
/** Extent of the squares of Great Britain, in hundreds of kilometres. */
const WIDTH = 7
const HEIGHT = 13

const WITH_LETTERS = /^([A-HJ-Z])([A-HJ-Z])(\d+)$/
const METRES = /^E?(\d{5,6})(?:\.\d+)?[ ,;/]+N?(\d{4,7})(?:\.\d+)?$/

/** South-west corner of a square of 100 km by its two prefix characters; null outside Great Britain. */
const cornerOf = (first: string, second: string): { east: number; north: number } | null => {
  const [outer, inner] = [LETTERS.indexOf(first), LETTERS.indexOf(second)]
  const east = ((outer + 23) % 5) * 5 + (inner % 5)
  const north = 19 - Math.floor(outer / 5) * 5 - Math.floor(inner / 5)
  return east < WIDTH && north >= 0 && north < HEIGHT ? { east, north } : null
}

/** Parses two prefix characters and four, six, eight or ten digits, with any spacing. */
const byLetters = (text: string): GridSquare | null => {
  const found = WITH_LETTERS.exec(text.replace(/[\s,./-]/g, ''))
  if (!found) return null
  const [, first = '', second = '', figures = ''] = found
  const corner = cornerOf(first, second)
  const half = figures.length / 2
  if (!corner || half < 2 || half > 5 || !Number.isInteger(half)) return null
  const size = 10 ** (5 - half)
  return {
    easting: corner.east * HUNDRED_KM + Number(figures.slice(0, half)) * size,
    northing: corner.north * HUNDRED_KM + Number(figures.slice(half)) * size,
    size,
  }
}

/** Parses whole metres east and north: 343600, 121100. */
const byMetres = (text: string): GridSquare | null => {
  const found = METRES.exec(text)
  if (!found) return null
  const [easting, northing] = [Number(found[1]), Number(found[2])]
  return easting < WIDTH * HUNDRED_KM && northing < HEIGHT * HUNDRED_KM
    ? { easting, northing, size: 1 }
    : null
}

/** Parses a reference to the National Grid in all usual spellings, or easting and northing in metres. Returns null if it is neither. */
export const parseGridReference = (text: string): GridSquare | null => {
  const typed = text.trim().toUpperCase()
  return byLetters(typed) ?? byMetres(typed)
}

/** Formats a square in the usual spelling: ST 436 211. */
export const formatGridReference = ({ easting, northing, size }: GridSquare): string => {
  const [east, north] = [Math.floor(easting / HUNDRED_KM), Math.floor(northing / HUNDRED_KM)]
  // The grid prefix starts in the north-west; each outer square is five inner ones wide, and the origin is in S.
  const outer = (3 - Math.floor(north / 5)) * 5 + ((Math.floor(east / 5) + 2) % 5)
  const inner = (4 - (north % 5)) * 5 + (east % 5)
  const figures = 5 - Math.round(Math.log10(size))
  const part = (metres: number) => String(Math.floor((metres % HUNDRED_KM) / size)).padStart(figures, '0')
  return `${LETTERS[outer]}${LETTERS[inner]} ${part(easting)} ${part(northing)}`
}

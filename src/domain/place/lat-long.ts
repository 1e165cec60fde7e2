/** A point on the earth in degrees (WGS84). */
export interface LatLong {
  latitude: number
  longitude: number
}

/** Message for a text that is not a latitude and longitude, or is outside Britain. */
export const LAT_LONG_ERROR = 'Enter latitude and longitude such as 50.98698, -2.80419'
export const OUTSIDE_BRITAIN_ERROR =
  'This is outside Great Britain. Enter latitude first, then longitude, such as 50.98698, -2.80419'

const TOKEN = /[NSEW]|[+-]?\d+(?:\.\d+)?/g
const BETWEEN = /^[\s,;:°º'’′"”″]*$/

/** Parses degrees, or degrees and minutes, or degrees, minutes and seconds; null if it is none of these. */
const degreesOf = (parts: readonly string[]): number | null => {
  const [degrees = NaN, minutes = 0, seconds = 0] = parts.map(Number)
  if (parts.length > 3 || Number.isNaN(degrees) || [minutes, seconds].some(one => one < 0 || one >= 60))
    return null
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3600
  return parts[0]?.startsWith('-') ? -size : size
}

interface Half {
  letter: string
  degrees: number
}

const halvesOf = (tokens: readonly string[]): [Half, Half] | null => {
  const letters = tokens.filter(token => /^[NSEW]$/.test(token))
  const numbers = tokens.filter(token => !/^[NSEW]$/.test(token))
  if (![2, 4, 6].includes(numbers.length) || ![0, 2].includes(letters.length)) return null
  const middle = numbers.length / 2
  const [one, other] = [degreesOf(numbers.slice(0, middle)), degreesOf(numbers.slice(middle))]
  if (one === null || other === null) return null
  const [first = 'N', second = 'E'] = letters
  return [
    { letter: first, degrees: one },
    { letter: second, degrees: other },
  ]
}

const signed = ({ letter, degrees }: Half): number => ('SW'.includes(letter) ? -degrees : degrees)

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** Parses latitude and longitude: decimal, or degrees, minutes and seconds, with plus and minus or N, S, E and W. Returns null otherwise. */
export const parseLatLong = (text: string): LatLong | null => {
  const typed = text.toUpperCase().replaceAll('−', '-')
  if (!BETWEEN.test(typed.replace(TOKEN, ''))) return null
  const halves = halvesOf(typed.match(TOKEN) ?? [])
  if (!halves) return null
  const [one, other] = 'EW'.includes(halves[0].letter) ? halves.toReversed() : halves
  if (!one || !other || !'NS'.includes(one.letter) || !'EW'.includes(other.letter)) return null
  const [latitude, longitude] = [rounded(signed(one)), rounded(signed(other))]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** Says whether the point is in the area of the National Grid. */
export const isInBritain = ({ latitude, longitude }: LatLong): boolean =>
  latitude > 49.8 && latitude < 61 && longitude > -8.7 && longitude < 1.9

/** Formats a point: 50.98698, -2.80419. */
export const formatLatLong = ({ latitude, longitude }: LatLong): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

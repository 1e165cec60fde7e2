import type { Units } from '@credit-market/values/units'

/** A place on the National Grid (EPSG:27700): metres east and north of its false origin. */
export type GridPoint = readonly [easting: number, northing: number]

/** A closed line around an area: its last point is its first. */
export type Ring = readonly GridPoint[]

/** The areas of a site, each a ring around it and the rings of its holes. Outer rings run anticlockwise, holes clockwise. */
export type SiteOutline = readonly (readonly Ring[])[]

/** Bounding box of an outline, in metres of the National Grid. */
export interface GridBox {
  west: number
  south: number
  east: number
  north: number
}

/** The stored outline, or a sentence with the error and the remedy. */
export type OutlineRepairResult =
  | { outline: SiteOutline; area: Units }
  | { refused: string; isCrossing?: boolean }

/** Most corners: no site needs more, and no one could check them. */
export const MAX_OUTLINE_CORNERS = 10_000
export const MAX_OUTLINE_AREAS = 500
/** 50,000 hectares, in square metres: larger than any estate with credits for sale. */
const MOST_AREA = 500_000_000
/** Bounding box of England on the National Grid, with its islands. */
const ENGLAND: GridBox = { west: 80_000, south: 4000, east: 660_000, north: 660_000 }

const CENTIMETRES = 100
const toCentimetre = (metres: number): number => Math.round(metres * CENTIMETRES) / CENTIMETRES

const isSame = (a: GridPoint, b: GridPoint): boolean => a[0] === b[0] && a[1] === b[1]

/** Twice the area inside a closed ring, in square metres: positive if it runs anticlockwise. */
const twiceArea = (ring: Ring): number => {
  // Relative to its first point, because sums of large squares would lose the centimetres.
  const [[east, north] = [0, 0]] = ring
  let sum = 0
  for (let at = 1; at < ring.length; at += 1) {
    const [x, y] = ring[at - 1]!
    const [nextX, nextY] = ring[at]!
    sum += (x - east) * (nextY - north) - (nextX - east) * (y - north)
  }
  return sum
}

/**
 * Area of an outline in whole square metres, which are ten-thousandths of a hectare: flat on the National Grid, as Ordnance
 * Survey and the planning system calculate. The grid's scale differs from the ground by 0.1 percent at most.
 */
export const outlineArea = (outline: SiteOutline): Units =>
  Math.round(
    outline.reduce(
      (sum, [outer = [], ...holes]) =>
        sum +
        Math.abs(twiceArea(outer)) -
        holes.reduce((hollow, hole) => hollow + Math.abs(twiceArea(hole)), 0),
      0,
    ) / 2,
  )

/** Bounding box of an outline, in whole metres. */
export const gridBoundingBox = (outline: SiteOutline): GridBox => {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const [x, y] of outline.flat(2)) {
    box.west = Math.min(box.west, Math.floor(x))
    box.south = Math.min(box.south, Math.floor(y))
    box.east = Math.max(box.east, Math.ceil(x))
    box.north = Math.max(box.north, Math.ceil(y))
  }
  return box
}

/** The ring to the centimetre, closed, without repeated points. */
const cleaned = (ring: Ring): GridPoint[] => {
  const points: GridPoint[] = []
  for (const [x, y] of ring) {
    const point: GridPoint = [toCentimetre(x), toCentimetre(y)]
    const last = points.at(-1)
    if (!last || !isSame(last, point)) points.push(point)
  }
  const [first] = points
  if (first && !isSame(first, points.at(-1)!)) points.push(first)
  return points
}

/** Side of the line from a to b on which c is: positive on its left, 0 on the line. */
const sideOf = (a: GridPoint, b: GridPoint, c: GridPoint): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

const isBetween = (a: GridPoint, b: GridPoint, c: GridPoint): boolean =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1])

type Side = readonly [from: GridPoint, to: GridPoint]

const meet = ([a, b]: Side, [c, d]: Side): boolean => {
  const [one, other, third, fourth] = [sideOf(a, b, c), sideOf(a, b, d), sideOf(c, d, a), sideOf(c, d, b)]
  if (one !== other && third !== fourth && one * other <= 0 && third * fourth <= 0) return true
  return (
    (one === 0 && isBetween(a, b, c)) ||
    (other === 0 && isBetween(a, b, d)) ||
    (third === 0 && isBetween(c, d, a)) ||
    (fourth === 0 && isBetween(c, d, b))
  )
}

/** Consecutive sides share a corner, but must not run back over each other. */
const turnsBack = ([a, b]: Side, [, c]: Side): boolean =>
  sideOf(a, b, c) === 0 && (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]) > 0

/** Finds where a closed ring crosses, touches or overlaps itself; undefined if it does not. Compares sides from west to east. */
const crossingOf = (ring: Ring): GridPoint | undefined => {
  const last = ring.length - 2
  const sides = ring.slice(1).map((to, place) => {
    const from = ring[place]!
    return { place, side: [from, to] as Side, west: Math.min(from[0], to[0]), east: Math.max(from[0], to[0]) }
  })
  const eastward = sides.toSorted((a, b) => a.west - b.west)
  for (const [at, one] of eastward.entries())
    for (let next = at + 1; next < eastward.length && eastward[next]!.west <= one.east; next += 1) {
      const [first, second] = [one, eastward[next]!].toSorted((a, b) => a.place - b.place)
      const follows = second!.place === first!.place + 1
      const closes = first!.place === 0 && second!.place === last
      const isWrong = follows
        ? turnsBack(first!.side, second!.side)
        : closes
          ? turnsBack(second!.side, first!.side)
          : meet(first!.side, second!.side)
      if (isWrong) return second!.side[0]
    }
  return undefined
}

/** Formats a place on the National Grid for people: easting and northing in whole metres. */
const showPoint = ([easting, northing]: GridPoint): string =>
  `${Math.round(easting)}, ${Math.round(northing)}`

const faultOfRing = (ring: Ring): { refused: string; isCrossing?: boolean } | undefined => {
  if (ring.length < 4)
    return { refused: 'The boundary has fewer than three corners. Enter every corner of the site.' }
  const crossing = crossingOf(ring)
  return (
    crossing && {
      refused: `The boundary crosses or touches itself near ${showPoint(crossing)}. Correct the line there, so that it goes around the site once.`,
      isCrossing: true,
    }
  )
}

const wound = (ring: GridPoint[], isHole: boolean): Ring =>
  twiceArea(ring) > 0 === isHole ? ring.toReversed() : ring

const isOutside = (box: GridBox): boolean =>
  box.west < ENGLAND.west || box.south < ENGLAND.south || box.east > ENGLAND.east || box.north > ENGLAND.north

/**
 * Repairs an outline in metres of the National Grid where the meaning is clear: closes rings, orients them, removes repeated
 * points and rounds to the centimetre. Refuses everything ambiguous.
 */
export const repairOutline = (given: SiteOutline): OutlineRepairResult => {
  if (given.length === 0) return { refused: 'The boundary has no area. Enter the line around the site.' }
  if (given.length > MAX_OUTLINE_AREAS)
    return {
      refused: `The boundary has more than ${MAX_OUTLINE_AREAS} areas. Remove those that are not part of the site.`,
    }
  const points = given.flat(2)
  if (points.length > MAX_OUTLINE_CORNERS)
    return {
      refused: `The boundary has more than ${MAX_OUTLINE_CORNERS.toLocaleString('en-GB')} points. Simplify the line to an accuracy of one metre and save it again.`,
    }
  if (!points.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)))
    return { refused: 'A point of the boundary is not a number. Save the boundary again.' }
  if (isOutside(gridBoundingBox(given)))
    return {
      refused: 'The site is not in England. Check the coordinates and the coordinate system of the file.',
    }
  const rings = given.map(area => area.map(cleaned))
  const fault = rings.flat().map(faultOfRing).find(Boolean)
  if (fault) return fault
  const outline = rings.map(area => area.map((ring, place) => wound(ring, place > 0)))
  const area = outlineArea(outline)
  if (area < 1) return { refused: 'The site is smaller than a square metre. Check the corners.' }
  return area > MOST_AREA
    ? { refused: 'The site is larger than 50,000 hectares. Check the corners.' }
    : { outline, area }
}

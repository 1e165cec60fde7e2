import type { Units } from './units.ts'

/** A place on the National Grid (EPSG:27700): metres east and north of its false origin. */
export type GridPoint = readonly [easting: number, northing: number]

/** A closed line around an area: its last point is its first. */
export type Ring = readonly GridPoint[]

/** The areas of a site, each a ring around it and the rings of its holes. Outer rings run anticlockwise, holes clockwise. */
export type SiteOutline = readonly (readonly Ring[])[]

/** The box around an outline, in metres of the National Grid. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** An outline as it is kept, or a sentence that says what is wrong and what to do. */
export type Mended = { outline: SiteOutline; area: Units } | { refused: string; isCrossing?: boolean }

/** More corners than this no site needs, and nobody could check. */
export const MOST_POINTS = 10_000
export const MOST_AREAS = 500
/** 50,000 hectares, in square metres: larger than any estate of which credits are sold. */
const MOST_AREA = 500_000_000
/** The box around England on the National Grid, with its islands. */
const ENGLAND: Box = { west: 80_000, south: 4000, east: 660_000, north: 660_000 }

const CENTIMETRES = 100
const toCentimetre = (metres: number): number => Math.round(metres * CENTIMETRES) / CENTIMETRES

const isSame = (a: GridPoint, b: GridPoint): boolean => a[0] === b[0] && a[1] === b[1]

/** Twice the area that a closed ring goes around, in square metres: more than 0 where it runs anticlockwise. */
const twiceArea = (ring: Ring): number => {
  // From its first point on, since sums of large squares would lose the centimetres.
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
 * The area of an outline in whole square metres, which are ten-thousandths of a hectare: worked out flat on the National
 * Grid, as Ordnance Survey and the planning system do. The grid's scale differs from the ground by 0.1 percent at most.
 */
export const areaOf = (outline: SiteOutline): Units =>
  Math.round(
    outline.reduce(
      (sum, [outer = [], ...holes]) =>
        sum +
        Math.abs(twiceArea(outer)) -
        holes.reduce((hollow, hole) => hollow + Math.abs(twiceArea(hole)), 0),
      0,
    ) / 2,
  )

/** The box around an outline, in whole metres. */
export const boxOf = (outline: SiteOutline): Box => {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const [x, y] of outline.flat(2)) {
    box.west = Math.min(box.west, Math.floor(x))
    box.south = Math.min(box.south, Math.floor(y))
    box.east = Math.max(box.east, Math.ceil(x))
    box.north = Math.max(box.north, Math.ceil(y))
  }
  return box
}

/** The ring to the centimetre, closed, without a point that only repeats the one before it. */
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

/** On which side of the line from a to b is c: more than 0 on its left, 0 on it. */
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

/** Two sides that follow each other share a corner: they may not run back over each other. */
const turnsBack = ([a, b]: Side, [, c]: Side): boolean =>
  sideOf(a, b, c) === 0 && (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]) > 0

/** Where a closed ring crosses, touches or runs over itself; undefined where it does not. Sides are compared from west to east. */
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

/** How a place of the National Grid is told to people: easting and northing in whole metres. */
const showPoint = ([easting, northing]: GridPoint): string =>
  `${Math.round(easting)}, ${Math.round(northing)}`

const faultOfRing = (ring: Ring): { refused: string; isCrossing?: boolean } | undefined => {
  if (ring.length < 4)
    return { refused: 'The boundary has fewer than three corners. Give every corner of the site.' }
  const crossing = crossingOf(ring)
  return (
    crossing && {
      refused: `The boundary crosses or touches itself near ${showPoint(crossing)}. Mend the line there, so that it goes around the site once.`,
      isCrossing: true,
    }
  )
}

const wound = (ring: GridPoint[], isHole: boolean): Ring =>
  twiceArea(ring) > 0 === isHole ? ring.toReversed() : ring

const isOutside = (box: Box): boolean =>
  box.west < ENGLAND.west || box.south < ENGLAND.south || box.east > ENGLAND.east || box.north > ENGLAND.north

/**
 * What somebody gave as the outline of a site, in metres of the National Grid, mended where there is no doubt: rings are
 * closed and wound the right way, points that only repeat the one before are left out, and all is taken to the
 * centimetre. Whatever could mean more than one thing is refused.
 */
export const mendedOutline = (given: SiteOutline): Mended => {
  if (given.length === 0) return { refused: 'There is no area in it. Give the line around the site.' }
  if (given.length > MOST_AREAS)
    return {
      refused: `The boundary has more than ${MOST_AREAS} areas. Leave out those that are not the site.`,
    }
  const points = given.flat(2)
  if (points.length > MOST_POINTS)
    return {
      refused: `The boundary has more than ${MOST_POINTS.toLocaleString('en-GB')} points. Simplify the line to a metre, and save it again.`,
    }
  if (!points.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y)))
    return { refused: 'A point of the boundary is no number. Save the boundary again.' }
  if (isOutside(boxOf(given)))
    return {
      refused:
        'The site does not lie in England. Check the coordinates, and the coordinate system of the file.',
    }
  const rings = given.map(area => area.map(cleaned))
  const fault = rings.flat().map(faultOfRing).find(Boolean)
  if (fault) return fault
  const outline = rings.map(area => area.map((ring, place) => wound(ring, place > 0)))
  const area = areaOf(outline)
  if (area < 1) return { refused: 'The boundary is around less than a square metre. Check its corners.' }
  return area > MOST_AREA
    ? { refused: 'The boundary is around more than 50,000 hectares. Check its corners.' }
    : { outline, area }
}

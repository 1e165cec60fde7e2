import { difference, intersection, type Geom, union } from 'polyclip-ts'
import type { Ground } from '#domain/land-claims'
import type { SiteOutline } from '#domain/site-outline'
import type { Units } from '#domain/units'

type Shape = ReturnType<typeof union>

/** An outline as the clipper wants it: a copy, since it may change what it is given. */
const shapeOf = (outline: SiteOutline): Shape =>
  outline.map(area => area.map(ring => ring.map(([x, y]): [number, number] => [x, y])))

const ringArea = (ring: readonly [number, number][]): number => {
  const [[east, north] = [0, 0]] = ring
  return Math.abs(
    ring.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = ring[at + 1] ?? ring[0]!
      return sum + (x - east) * (nextY - north) - (nextX - east) * (y - north)
    }, 0) / 2,
  )
}

const areaOf = (shape: Shape): number =>
  shape.reduce(
    (sum, [outer = [], ...holes]) =>
      sum + ringArea(outer) - holes.reduce((hollow, hole) => hollow + ringArea(hole), 0),
    0,
  )

/** The ground that two outlines share, in whole square metres. */
export const sharedArea = (one: SiteOutline, other: SiteOutline): Units =>
  Math.round(areaOf(intersection(shapeOf(one), shapeOf(other))))

type Point = readonly [number, number]

/** The part of a ring on one side of a line along an axis; where the ring leaves that side it goes on along the line. */
const ringBeside = (ring: readonly Point[], axis: 0 | 1, limit: number, sign: 1 | -1): Point[] => {
  const isInside = (point: Point) => sign * (point[axis] - limit) <= 0
  return ring.flatMap((to, at): Point[] => {
    const from = ring.at(at - 1)!
    if (isInside(from) === isInside(to)) return isInside(to) ? [to] : []
    const part = (limit - from[axis]) / (to[axis] - from[axis])
    const across = from[1 - axis]! + part * (to[1 - axis]! - from[1 - axis]!)
    const crossing: Point = axis === 0 ? [limit, across] : [across, limit]
    return isInside(to) ? [crossing, to] : [crossing]
  })
}

/**
 * The part of an outline within a box (west, south, east, north), in the coordinates of both. In time that grows with the length of
 * the outline only; parts that a box cuts off each other stay joined along its sides.
 */
export const within = (
  outline: SiteOutline,
  [west, south, east, north]: readonly [number, number, number, number],
): [number, number][][][] =>
  outline.flatMap(area => {
    const rings = area.flatMap(ring => {
      const open = ring.slice(0, -1)
      const eastern = ringBeside(ringBeside(open, 0, east, 1), 0, west, -1)
      const cut = ringBeside(ringBeside(eastern, 1, north, 1), 1, south, -1)
      return cut.length < 3 ? [] : [[...cut, cut[0]!].map(([x, y]): [number, number] => [x, y])]
    })
    return rings.length === 0 ? [] : [rings]
  })

const toMetre = (shape: Shape): Shape =>
  shape.map(area => area.map(ring => ring.map(([x, y]): [number, number] => [Math.round(x), Math.round(y)])))

/** Clips shapes: to the metre, where points almost coincide so that the clipper cannot close a ring. */
const clipped = (clip: typeof difference, first: Shape, others: readonly Shape[]): Shape => {
  try {
    return clip(first, ...others)
  } catch {
    return clip(toMetre(first), ...others.map(toMetre))
  }
}

/** Square metres of an outline that lie outside some others. */
export const areaOutside = (outline: SiteOutline, others: readonly SiteOutline[]): Units => {
  if (outline.length === 0) return 0
  const around = others.filter(other => other.length > 0).map(shapeOf)
  const shape = shapeOf(outline)
  return Math.round(areaOf(around.length === 0 ? shape : clipped(difference, shape, around)))
}

/** Square metres that two outlines share, without those within some others. */
export const sharedAreaOutside = (
  one: SiteOutline,
  other: SiteOutline,
  without: readonly SiteOutline[],
): Units => areaOutside(clipped(intersection, shapeOf(one), [shapeOf(other)]), without)

/**
 * Do the areas of an outline overlap each other, or holes lie outside of their area or over each other? Then what is
 * left of the whole is less than its parts, or more.
 */
export const isTangled = (outline: SiteOutline): boolean => {
  if (outline.length === 1 && outline[0]?.length === 1) return false
  const parts = outline.map(([outer = [], ...holes]) => ({
    outer: shapeOf([[outer]]),
    holes: shapeOf(holes.map(hole => [hole])),
  }))
  const left = parts.map(({ outer, holes }): Shape =>
    holes.length === 0 ? outer : difference(outer, ...(holes as Geom[])),
  )
  const meant = parts.map(({ outer, holes }) => areaOf(outer) - areaOf(holes))
  const [first = [], ...others] = left
  const whole = others.length === 0 ? first : union(first, ...others)
  const isSame = (a: number, b: number) => Math.abs(a - b) < 1
  return (
    left.some((shape, at) => !isSame(areaOf(shape), meant[at]!)) ||
    !isSame(
      areaOf(whole),
      meant.reduce((sum, area) => sum + area, 0),
    )
  )
}

/** Less than this no area is told in: square metres. */
const SLIVER = 1

/**
 * The outline without the loops in which its lines cross themselves, where these are slivers around less than a square
 * metre together: there is no doubt then what was meant. Undefined where there is.
 */
export const withoutSlivers = (outline: SiteOutline): SiteOutline | undefined => {
  const kept: Shape = []
  for (const area of outline) {
    const [largest, ...others] = union(shapeOf([area])).toSorted((a, b) => areaOf([b]) - areaOf([a]))
    if (!largest || areaOf(others) >= SLIVER) return undefined
    kept.push(largest)
  }
  return kept
}

/** Parts some outlines into pieces of ground, each with the sites within whose outlines all of it lies. */
export const groundsOf = (sites: readonly { id: string; outline: SiteOutline }[]): Ground[] => {
  let pieces: { sites: string[]; shape: Shape }[] = []
  for (const { id, outline } of sites) {
    let rest = shapeOf(outline)
    const next: typeof pieces = []
    for (const piece of pieces) {
      const shared = rest.length === 0 ? [] : intersection(piece.shape, rest)
      if (shared.length === 0) {
        next.push(piece)
        continue
      }
      next.push({ sites: [...piece.sites, id], shape: shared })
      const apart = difference(piece.shape, rest)
      if (apart.length > 0) next.push({ ...piece, shape: apart })
      rest = difference(rest, piece.shape)
    }
    if (rest.length > 0) next.push({ sites: [id], shape: rest })
    pieces = next
  }
  return pieces.map(({ sites: its, shape }) => ({ sites: its, area: Math.round(areaOf(shape)) }))
}

import { difference, intersection, type Geom, union } from 'polyclip-ts'
import type { GroundPieceOfSites } from '#domain/project/land-claims'
import type { SiteOutline } from '#domain/land/site-outline'
import type { Units } from '@credit-market/values/units'

type Shape = ReturnType<typeof union>

/** An outline in the clipper's format; a copy, since the clipper may change its input. */
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

/** Area that two outlines share, in whole square metres. */
export const sharedAreaOfOutlines = (one: SiteOutline, other: SiteOutline): Units =>
  Math.round(areaOf(intersection(shapeOf(one), shapeOf(other))))

type Point = readonly [number, number]

/** Clips a ring to one side of a line parallel to an axis; where the ring leaves that side, it follows the line. */
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
 * The part of an outline within a box (west, south, east, north), in the coordinates of both. Linear in the length of
 * the outline; parts that the box separates stay joined along its sides.
 */
export const clipToBox = (
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

/** Clips shapes. Falls back to whole metres if points almost coincide and the clipper cannot close a ring. */
const clipped = (clip: typeof difference, first: Shape, others: readonly Shape[]): Shape => {
  try {
    return clip(first, ...others)
  } catch {
    return clip(toMetre(first), ...others.map(toMetre))
  }
}

/** Square metres of an outline outside some others. */
export const areaOutsideOutlines = (outline: SiteOutline, others: readonly SiteOutline[]): Units => {
  if (outline.length === 0) return 0
  const around = others.filter(other => other.length > 0).map(shapeOf)
  const shape = shapeOf(outline)
  return Math.round(areaOf(around.length === 0 ? shape : clipped(difference, shape, around)))
}

/** Square metres that two outlines share outside some others. */
export const sharedAreaOutside = (
  one: SiteOutline,
  other: SiteOutline,
  without: readonly SiteOutline[],
): Units => areaOutsideOutlines(clipped(intersection, shapeOf(one), [shapeOf(other)]), without)

/**
 * True if areas of an outline overlap, or holes lie outside their area or overlap: the whole is then larger or
 * smaller than the sum of its parts.
 */
export const hasOverlappingAreas = (outline: SiteOutline): boolean => {
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

/** Areas are given in whole square metres: smaller ones do not count. */
const SLIVER = 1

/**
 * The outline without the loops where its lines cross themselves, if these are slivers of less than a square metre in
 * total, so that the intended shape is clear; else undefined.
 */
export const removeSlivers = (outline: SiteOutline): SiteOutline | undefined => {
  const kept: Shape = []
  for (const area of outline) {
    const [largest, ...others] = union(shapeOf([area])).toSorted((a, b) => areaOf([b]) - areaOf([a]))
    if (!largest || areaOf(others) >= SLIVER) return undefined
    kept.push(largest)
  }
  return kept
}

/** Divides outlines into pieces of ground, each with the sites that contain the whole piece. */
export const divideGround = (
  sites: readonly { id: string; outline: SiteOutline }[],
): GroundPieceOfSites[] => {
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

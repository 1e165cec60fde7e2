import type { Mark, Marks } from '#contract/map'
import { clustersOf } from '#domain/map/clusters'
import { PLANE, placed, type PlanePoint } from '#domain/map/plane'
import { countOf } from '#front/register/words'
import { type Picture, PICTURE_WIDTH } from '#front/register/map-picture'
import { merge } from 'topojson-client'
import { topologyOf } from '../place/boundaries.ts'

/** As near as a picture comes, in units of the plane. */
const LEAST_WIDE = 160
const MARGIN = 0.12
/** Things closer than so many pixels are drawn as one. */
const REACH = 30
/** Corners closer than so many units of the plane are one, and islands smaller than that twice are left out. */
const COARSE = 1.4

let drawnLand: string | undefined

const ringPath = (ring: readonly (readonly number[])[]): string => {
  const corners: PlanePoint[] = []
  for (const [longitude = 0, latitude = 0] of ring) {
    const { x, y } = placed({ longitude, latitude })
    const last = corners.at(-1)
    if (!last || Math.hypot(x - last.x, y - last.y) >= COARSE)
      corners.push({ x: Math.round(x), y: Math.round(y) })
  }
  if (corners.length < 4) return ''
  const [first, ...others] = corners
  const steps = others.map(({ x, y }, at) => {
    const before = corners[at]!
    return `${x - before.x} ${y - before.y}`
  })
  return `M${first!.x} ${first!.y}l${steps.join(' ')}z`.replaceAll(' -', '-')
}

/** England as one shape of the plane, coarse and short. */
const landOf = (): string => {
  if (drawnLand !== undefined) return drawnLand
  const topology = topologyOf('lpas.topojson')
  const areas = topology && Object.values(topology.objects)[0]
  if (!topology || !areas) return ''
  const shapes = areas.geometries.flatMap(one =>
    'arcs' in one && one.type !== 'LineString' && one.type !== 'MultiLineString' ? [one] : [],
  )
  const { coordinates } = merge(topology, shapes)
  drawnLand = coordinates.flatMap(([border]) => (border ? ringPath(border) : '')).join('')
  return drawnLand
}

const boxAround = (points: readonly PlanePoint[]): Picture['box'] => {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const width = Math.min(PLANE.width, Math.max(LEAST_WIDE, (east - west) * (1 + 2 * MARGIN)))
  const height = Math.min(PLANE.height, Math.max(LEAST_WIDE * 0.75, (south - north) * (1 + 2 * MARGIN)))
  return { x: (west + east - width) / 2, y: (north + south - height) / 2, width, height }
}

/** What a picture of things of the register is drawn from; null where none of them has a place. */
export const pictureOf = (
  { items, unplaced }: Marks,
  called: readonly [one: string, many: string],
  pageOf: (mark: Mark) => string,
): Picture | null => {
  if (items.length === 0) return null
  const points = items.map(placed)
  const box = boxAround(points)
  const spots = clustersOf(points, (REACH * box.width) / PICTURE_WIDTH).map(({ x, y, members }) => {
    const its = members.flatMap(at => items[at] ?? [])
    const [only] = its
    return {
      x,
      y,
      count: its.length,
      name: its.length === 1 && only ? only.name : `${countOf(its.length, ...called)} close together`,
      to: its.length === 1 && only ? pageOf(only) : null,
      isExact: its.every(({ precision }) => precision === 'exact'),
    }
  })
  return { land: landOf(), box, spots, placed: items.length, unplaced }
}

import type { Mark, Marks } from '#contract/map'
import { clustersOf } from '#domain/map/clusters'
import { PLANE, placed, type PlanePoint } from '#domain/map/plane'
import type { Corner } from '#domain/place/outline'
import { countOf } from '#front/register/words'
import { type Picture, PICTURE_WIDTH } from '#front/register/map-picture'
import { shapesOf } from '../place/boundaries.ts'

/** As near as a picture comes, in units of the plane. */
const LEAST_WIDE = 160
const MARGIN = 0.12
/** Things closer than so many pixels are drawn as one. */
const REACH = 30
/** Corners closer than so many units of the plane are one where all of England is shown; nearer ones are finer. */
const COARSE = 4
/** As wide a letter is, in pixels. */
const LETTER = 6

type Box = Picture['box']

const ringPath = (ring: readonly Corner[], coarse: number): string => {
  const corners: PlanePoint[] = []
  const digit = (value: number) => Math.round(value * 10) / 10
  for (const [longitude, latitude] of ring) {
    const { x, y } = placed({ longitude, latitude })
    const last = corners.at(-1)
    if (!last || Math.hypot(x - last.x, y - last.y) >= coarse) corners.push({ x: digit(x), y: digit(y) })
  }
  if (corners.length < 4) return ''
  const [first, ...others] = corners
  const steps = others.map(({ x, y }, at) => {
    const before = corners[at]!
    return `${digit(x - before.x)} ${digit(y - before.y)}`
  })
  return `M${first!.x} ${first!.y}l${steps.join(' ')}z`.replaceAll(' -', '-')
}

interface Area {
  name: string
  middle: PlanePoint
  box: Box
  rings: readonly (readonly Corner[])[]
}

let areas: Area[] | undefined

const boxOfRings = (rings: Area['rings']): Box => {
  const points = rings.flat().map(([longitude, latitude]) => placed({ longitude, latitude }))
  const [x, y] = [Math.min(...points.map(one => one.x)), Math.min(...points.map(one => one.y))]
  const [east, south] = [Math.max(...points.map(one => one.x)), Math.max(...points.map(one => one.y))]
  return { x, y, width: east - x, height: south - y }
}

/** The authorities, read once. */
const areasOf = (): Area[] => {
  areas ??= shapesOf('lpas').map(({ name = '', outline }) => {
    const rings = outline.flatMap(([border = []]) => [border])
    const box = boxOfRings(rings)
    return { name, box, rings, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } }
  })
  return areas
}

const meets = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** The authorities that are in sight, coarse enough for a page. */
const landIn = (box: Box): string => {
  const coarse = (COARSE * box.width) / PLANE.width
  return areasOf()
    .filter(area => meets(area.box, box))
    .flatMap(({ rings }) => rings.map(ring => ringPath(ring, coarse)))
    .join('')
}

/** Names of the authorities that are wide enough for them, where they are in sight. */
const namesIn = (box: Box): Picture['names'] => {
  const pixel = box.width / PICTURE_WIDTH
  return areasOf()
    .filter(
      ({ name, middle, box: { width } }) =>
        width > name.length * LETTER * pixel &&
        Math.abs(middle.x - box.x - box.width / 2) < box.width / 2 - (name.length * LETTER * pixel) / 2 &&
        middle.y > box.y + 8 * pixel &&
        middle.y < box.y + box.height - 8 * pixel,
    )
    .map(({ name, middle }) => ({ name, ...middle }))
}

const boxAround = (points: readonly PlanePoint[]): Picture['box'] => {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const wide = Math.max(LEAST_WIDE, (east - west) * (1 + 2 * MARGIN))
  const height = Math.min(PLANE.height, Math.max(wide * 0.7, (south - north) * (1 + 2 * MARGIN)))
  const width = Math.min(PLANE.width, Math.max(wide, height * 0.7))
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
  return { land: landIn(box), names: namesIn(box), box, spots, placed: items.length, unplaced }
}

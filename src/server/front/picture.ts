import { z } from 'zod'
import type { Mark, Marks } from '#contract/map'
import type { MultiPolygon } from '#contract/site-boundary'
import { clustersOf } from '#domain/map/clusters'
import { PLANE, placed, type PlanePoint } from '#domain/map/plane'
import type { LatLong } from '#domain/place/lat-long'
import type { Corner } from '#domain/place/outline'
import { countOf } from '#front/register/words'
import { type Picture, PICTURE_WIDTH, rounderOf } from '#front/register/map-picture'
import { shapesAt, shapesOf } from '../place/boundaries.ts'

/** As near as a picture comes, in units of the plane. */
const LEAST_WIDE = 160
const MARGIN = 0.12
/** Things closer than so many pixels are drawn as one. */
const REACH = 30
/** Corners closer than so many units of the plane are one where all of England is shown; nearer ones are finer. */
const COARSE = 4
/** Closer than this, in units of the plane, things stand at one place. */
const ONE_PLACE = 0.05
/** As wide a letter is, in pixels. */
const LETTER = 6

type Box = Picture['box']

const ringPath = (ring: readonly Corner[], coarse: number): string => {
  const corners: PlanePoint[] = []
  const digit = rounderOf(coarse * 2)
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

/** Kilometres of a unit of the plane in the middle of England. */
const KM_OF_UNIT = 0.65
/** As near as links lead, in kilometres. */
const NEAREST_KM = 2

/** A part of the map, as an address names it: its middle by latitude and longitude, and how wide it is in kilometres. */
const NEAR = /^(-?\d{1,2}(?:\.\d{1,4})?),(-?\d{1,2}(?:\.\d{1,4})?),(\d{1,3}(?:\.\d)?)$/

/** What a page asks of its picture: only a part of the map. */
export const nearAsked = z.string().regex(NEAR).optional()

const nearOf = ({ latitude, longitude }: LatLong, km: number): string =>
  [latitude.toFixed(4), longitude.toFixed(4), Math.max(NEAREST_KM, km).toFixed(1)].join()

/** The middle of some things, and how far they reach about it. */
const aroundAll = (items: readonly Mark[]): { middle: LatLong; reach: number } => {
  const [latitudes, longitudes] = [items.map(one => one.latitude), items.map(one => one.longitude)]
  const halfWay = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const middle = { latitude: halfWay(latitudes), longitude: halfWay(longitudes) }
  const { x, y } = placed(middle)
  const reach = Math.max(...items.map(placed).map(one => Math.max(Math.abs(one.x - x), Math.abs(one.y - y))))
  return { middle, reach }
}

const boxNear = (near: string): { box: Box; middle: LatLong; km: number } | undefined => {
  const [, latitude, longitude, km] = (NEAR.exec(near) ?? []).map(Number)
  if (latitude === undefined || longitude === undefined || km === undefined) return undefined
  const middle = { latitude, longitude }
  const { x, y } = placed(middle)
  const width = Math.max(NEAREST_KM, km) / KM_OF_UNIT
  return { middle, km, box: { x: x - width / 2, y: y - width / 2, width, height: width } }
}

/** How large a part of the map is, and whose area its middle lies in. */
const whereIs = (middle: LatLong, km: number): string => {
  const name = shapesAt('lpas', middle)[0]?.name
  const across = km.toLocaleString('en-GB', { maximumSignificantDigits: 2 })
  return `About ${across} km across${name === undefined ? '' : `, in ${name}`}.`
}

/** Further out than this a part of the map is all of it, in kilometres. */
const WIDEST_KM = 400
const CLOSER = 3

/**
 * What a picture of things of the register is drawn from; null where none of them has a place. Several close together lead
 * nearer, by the address of the page with a part of the map.
 */
export const pictureOf = (
  { items, unplaced }: Marks,
  called: readonly [one: string, many: string],
  pageOf: (mark: Mark) => string,
  { near, listAt }: { near?: string | undefined; listAt: (near?: string) => string },
): Picture | null => {
  if (items.length === 0) return null
  const part = near === undefined ? undefined : boxNear(near)
  const box = part?.box ?? boxAround(items.map(placed))
  const shown = items.filter(item => {
    const { x, y } = placed(item)
    return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
  })
  const spots = clustersOf(shown.map(placed), (REACH * box.width) / PICTURE_WIDTH).map(
    ({ x, y, members }) => {
      const its = members.flatMap(at => shown[at] ?? [])
      const [only] = its
      const { middle, reach } = aroundAll(its)
      return {
        x,
        y,
        count: its.length,
        name: its.length === 1 && only ? only.name : `${countOf(its.length, ...called)} close together`,
        // What stands at one place stays together however near one looks.
        to:
          its.length === 1 && only
            ? pageOf(only)
            : reach > ONE_PLACE
              ? listAt(nearOf(middle, 2.6 * reach * KM_OF_UNIT))
              : null,
        isExact: its.every(({ precision }) => precision === 'exact'),
      }
    },
  )
  return {
    ...{ land: landIn(box), names: namesIn(box), box, spots, placed: shown.length, unplaced },
    where: part ? whereIs(part.middle, part.km) : null,
    out: part
      ? {
          all: listAt(),
          further: part.km * CLOSER < WIDEST_KM ? listAt(nearOf(part.middle, part.km * CLOSER)) : null,
        }
      : null,
  }
}

/** As much around a site as it is large itself. */
const AROUND = 2

/** The outline of a site with what is around it. */
export const pictureOfSite = (outline: MultiPolygon): Picture => {
  const rings = outline.coordinates.flat()
  const points = rings.flat().map(([longitude, latitude]) => placed({ longitude, latitude }))
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const width = AROUND * Math.max(east - west, south - north)
  const box = { x: (west + east - width) / 2, y: (north + south - width) / 2, width, height: width }
  const site = rings.map(ring => ringPath(ring, width / 1000)).join('')
  const [[longitude, latitude] = [0, 0]] = rings[0] ?? []
  const where = whereIs({ latitude, longitude }, width * KM_OF_UNIT)
  return {
    ...{ land: landIn(box), site, where, box },
    names: [],
    spots: [],
    placed: 1,
    unplaced: 0,
    out: null,
  }
}

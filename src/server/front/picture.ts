import { z } from 'zod'
import type { MapMark, MapMarks } from '#contract/public/map'
import type { MultiPolygon } from '#contract/kit/site-boundary'
import { clusterPoints } from '#domain/map/clusters'
import { MAP_PLANE, projectToPlane, type PlanePoint } from '#domain/map/plane'
import type { LatLong } from '#domain/place/lat-long'
import type { Corner } from '#domain/place/outline'
import { countWithNoun } from '#front/register/words'
import type { AuthoritiesMap } from '#front/desk/place-map'
import { type MapPicture, MAP_WIDTH_PX, coordinateRounder } from '#front/register/map-picture'
import { findShapesAtPoint, readBoundaryShapes } from '../place/boundaries.ts'

/** Smallest width of a picture, in units of the projected plane. */
const LEAST_WIDE = 160
const MARGIN = 0.12
/** Marks closer than this, in pixels, are drawn as one cluster. */
const REACH = 30
/**
 * Tolerance of simplified outlines in a picture of all England, in units of the plane; closer pictures use a finer
 * one.
 */
const COARSE = 4
/** Marks closer than this, in units of the plane, are at one place. */
const ONE_PLACE = 0.05
/** Average width of a character, in pixels. */
const LETTER = 6

type Box = MapPicture['box']

/** Outline as a path, simplified by a tolerance, in a unit of its own: whole numbers take a third fewer bytes. */
const ringPath = (ring: readonly Corner[], coarse: number, unit = 1): string => {
  const corners: PlanePoint[] = []
  const digit = unit === 1 ? coordinateRounder(coarse * 2) : Math.round
  for (const [longitude, latitude] of ring) {
    const point = projectToPlane({ longitude, latitude })
    const [x, y] = [point.x / unit, point.y / unit]
    const last = corners.at(-1)
    if (!last || Math.hypot(x - last.x, y - last.y) >= coarse / unit)
      corners.push({ x: digit(x), y: digit(y) })
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
  const points = rings.flat().map(([longitude, latitude]) => projectToPlane({ longitude, latitude }))
  const [x, y] = [Math.min(...points.map(one => one.x)), Math.min(...points.map(one => one.y))]
  const [east, south] = [Math.max(...points.map(one => one.x)), Math.max(...points.map(one => one.y))]
  return { x, y, width: east - x, height: south - y }
}

/** Authorities, read once. */
const areasOf = (): Area[] => {
  areas ??= readBoundaryShapes('lpas').map(({ name = '', outline }) => {
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

/** Outlines of the authorities in view, simplified for the size of the page, in units of two thirds of a pixel. */
const landIn = (box: Box): MapPicture['land'] => {
  const coarse = (COARSE * box.width) / MAP_PLANE.width
  const unit = Number((coarse / 3).toPrecision(3))
  const path = areasOf()
    .filter(area => meets(area.box, box))
    .flatMap(({ rings }) => rings.map(ring => ringPath(ring, coarse, unit)))
    .join('')
  return { path, unit }
}

/** Names of authorities in view that are wide enough for their name. */
const namesIn = (box: Box): MapPicture['names'] => {
  const pixel = box.width / MAP_WIDTH_PX
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

const boxAround = (points: readonly PlanePoint[]): MapPicture['box'] => {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const wide = Math.max(LEAST_WIDE, (east - west) * (1 + 2 * MARGIN))
  const height = Math.min(MAP_PLANE.height, Math.max(wide * 0.7, (south - north) * (1 + 2 * MARGIN)))
  const width = Math.min(MAP_PLANE.width, Math.max(wide, height * 0.7))
  return { x: (west + east - width) / 2, y: (north + south - height) / 2, width, height }
}

/** Kilometres per unit of the plane, in the middle of England. */
const KM_OF_UNIT = 0.65
/** Smallest width of a linked part of the map, in kilometres. */
const NEAREST_KM = 2

/** Map section as encoded in a URL: latitude and longitude of its centre, and its width in kilometres. */
const NEAR = /^(-?\d{1,2}(?:\.\d{1,4})?),(-?\d{1,2}(?:\.\d{1,4})?),(\d{1,3}(?:\.\d)?)$/

/** The query parameter that selects a part of the map. */
export const mapViewQuerySchema = z.string().regex(NEAR).optional()

const nearOf = ({ latitude, longitude }: LatLong, km: number): string =>
  [latitude.toFixed(4), longitude.toFixed(4), Math.max(NEAREST_KM, km).toFixed(1)].join()

/** The middle of some marks, and the largest distance from it. */
const aroundAll = (items: readonly MapMark[]): { middle: LatLong; reach: number } => {
  const [latitudes, longitudes] = [items.map(one => one.latitude), items.map(one => one.longitude)]
  const halfWay = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const middle = { latitude: halfWay(latitudes), longitude: halfWay(longitudes) }
  const { x, y } = projectToPlane(middle)
  const reach = Math.max(
    ...items.map(projectToPlane).map(one => Math.max(Math.abs(one.x - x), Math.abs(one.y - y))),
  )
  return { middle, reach }
}

const boxNear = (near: string): { box: Box; middle: LatLong; km: number } | undefined => {
  const [, latitude, longitude, km] = (NEAR.exec(near) ?? []).map(Number)
  if (latitude === undefined || longitude === undefined || km === undefined) return undefined
  const middle = { latitude, longitude }
  const { x, y } = projectToPlane(middle)
  const width = Math.max(NEAREST_KM, km) / KM_OF_UNIT
  return { middle, km, box: { x: x - width / 2, y: y - width / 2, width, height: width } }
}

const acrossText = (km: number): string => `${km.toLocaleString('en-GB', { maximumSignificantDigits: 2 })} km`

/** Describes a part of the map: its width, and the authority at its middle. */
const whereIs = (middle: LatLong, km: number): string => {
  const name = findShapesAtPoint('lpas', middle)[0]?.name
  const across = `About ${acrossText(km)} across`
  return name === undefined ? `${across}.` : `${across}, in ${name}.`
}

/** Parts wider than this, in kilometres, show the whole map. */
const WIDEST_KM = 400
const CLOSER = 3

/**
 * A map of items of the register; null if none has a location. Clusters link to the same page with a closer part of
 * the map.
 */
export const drawRegisterMap = (
  { items, unplaced }: MapMarks,
  called: readonly [one: string, many: string],
  pageOf: (mark: MapMark) => string,
  { near, listAt }: { near?: string | undefined; listAt: (near?: string) => string },
): MapPicture | null => {
  if (items.length === 0) return null
  const part = near === undefined ? undefined : boxNear(near)
  const box = part?.box ?? boxAround(items.map(projectToPlane))
  const shown = items.filter(item => {
    const { x, y } = projectToPlane(item)
    return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
  })
  const spots = clusterPoints(shown.map(projectToPlane), (REACH * box.width) / MAP_WIDTH_PX).map(
    ({ x, y, members }) => {
      const its = members.flatMap(at => shown[at] ?? [])
      const [only] = its
      const { middle, reach } = aroundAll(its)
      return {
        x,
        y,
        count: its.length,
        name: its.length === 1 && only ? only.name : `${countWithNoun(its.length, ...called)} close together`,
        // Marks at one place stay together at any zoom.
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

/** Margin around a site, as a multiple of its own size. */
const AROUND = 2

/** Path of a site, the box around it, and the width of the box in kilometres. */
const siteIn = (outline: MultiPolygon) => {
  const rings = outline.coordinates.flat()
  const points = rings.flat().map(([longitude, latitude]) => projectToPlane({ longitude, latitude }))
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const width = AROUND * Math.max(east - west, south - north)
  const box = { x: (west + east - width) / 2, y: (north + south - width) / 2, width, height: width }
  const site = rings.map(ring => ringPath(ring, width / 1000)).join('')
  return { site, box, km: width * KM_OF_UNIT }
}

/** The outline of a site, to be drawn large in a corner of a map. */
export const drawInset = (outline: MultiPolygon): NonNullable<MapPicture['inset']> => {
  const { site, box, km } = siteIn(outline)
  return { site, box, across: acrossText(km) }
}

/** The outline of a site with its surroundings. */
export const drawSiteMap = (outline: MultiPolygon): MapPicture => {
  const { site, box, km } = siteIn(outline)
  const [[longitude, latitude] = [0, 0]] = outline.coordinates[0]?.[0] ?? []
  const where = whereIs({ latitude, longitude }, km)
  return {
    ...{ land: landIn(box), site, where, box },
    names: [],
    spots: [],
    placed: 1,
    unplaced: 0,
    out: null,
  }
}

/** Tolerance of the outlines of a map that people zoom into, in units of the plane. */
const FINE = 1

/** Authorities of England, each by itself, for a map on which a click sets a place. */
export const drawAuthoritiesMap = (): AuthoritiesMap => ({
  box: { x: 0, y: 0, ...MAP_PLANE },
  areas: areasOf().map(({ name, middle, box, rings }) => ({
    name,
    middle,
    width: box.width,
    path: rings.map(ring => ringPath(ring, FINE)).join(''),
  })),
})

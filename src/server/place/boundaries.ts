import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { LatLong } from '#domain/place/lat-long'
import { boxOf, type Corner, type Outline, pointInOutline } from '#domain/place/outline'
import { boundariesDir } from '../places.ts'

/** The outlines that come with the product, by the names of their files. */
const BOUNDARIES = ['lpas', 'national-parks', 'catchments'] as const
type Boundaries = (typeof BOUNDARIES)[number]

/** What a shape of each file says of itself. */
interface Said extends Record<string, unknown> {
  id?: string
  catchmentId?: string
  subcatchmentId?: string | null
  name?: string
}

/** A shape of a map: whose outline it is, and a box around it by which most points are told apart at once. */
interface Shape extends Said {
  outline: Outline
  box: ReturnType<typeof boxOf>
}

type Read = Topology<Record<string, GeometryCollection<Said>>>

const topologies = new Map<string, Read>()

/** The topology of a file of outlines by its name, such as lpas.topojson; undefined where there is none. It is read once. */
export const topologyOf = (name: string): Read | undefined => {
  const isThere = BOUNDARIES.some(one => `${one}.topojson` === name) && existsSync(join(boundariesDir, name))
  if (!isThere) return undefined
  const known = topologies.get(name)
  if (known) return known
  const read: Read = JSON.parse(readFileSync(join(boundariesDir, name), 'utf8'))
  topologies.set(name, read)
  return read
}

const cornerOf = ([longitude = NaN, latitude = NaN]: readonly number[]): Corner => [longitude, latitude]

const shapesIn = (name: Boundaries): Shape[] => {
  const topology = topologyOf(`${name}.topojson`)
  return Object.values(topology?.objects ?? {}).flatMap(collection =>
    feature(topology!, collection).features.flatMap(({ geometry, properties }) => {
      if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return []
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
      const outline = polygons.map(rings => rings.map(ring => ring.map(cornerOf)))
      return [{ ...properties, outline, box: boxOf(outline) }]
    }),
  )
}

const shapes = new Map<Boundaries, Shape[]>()

const shapesOf = (name: Boundaries): Shape[] => {
  const known = shapes.get(name)
  if (known) return known
  const read = shapesIn(name)
  shapes.set(name, read)
  return read
}

/** The shapes of a file that hold a point. */
export const shapesAt = (name: Boundaries, point: LatLong): Shape[] =>
  shapesOf(name).filter(({ outline, box: [west, south, east, north] }) => {
    const { latitude, longitude } = point
    const isNear = longitude >= west && longitude <= east && latitude >= south && latitude <= north
    return isNear && pointInOutline(point, outline)
  })

/** Which areas that come with the product hold a point, by their ids. */
export interface AreasAt {
  /** The authority that plans there: a national park goes before the district that it overlies. */
  lpaId: string | null
  /** That district, where it is in a national park. */
  districtId: string | null
  catchmentId: string | null
  /** Null where the outline is that of a whole catchment of several parts. */
  subcatchmentId: string | null
}

/** The authority and the catchment of a point; all null outside England and outside catchments. */
export const areasAt = (point: LatLong): AreasAt => {
  const district = shapesAt('lpas', point)[0]?.id ?? null
  const park = shapesAt('national-parks', point)[0]?.id ?? null
  const catchments = shapesAt('catchments', point)
  const catchment = catchments.find(({ subcatchmentId }) => subcatchmentId) ?? catchments[0]
  return {
    lpaId: park ?? district,
    districtId: park === null ? null : district,
    catchmentId: catchment?.catchmentId ?? null,
    subcatchmentId: catchment?.subcatchmentId ?? null,
  }
}

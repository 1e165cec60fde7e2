import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { keysOf } from '#domain/values/narrow'
import { BOUNDARY_ATTRIBUTIONS } from '#domain/place/attribution'
import type { LatLong } from '#domain/place/lat-long'
import {
  boundingBox,
  type Corner,
  distanceFromOutline,
  type Outline,
  outlineContains,
} from '#domain/place/outline'
import { boundariesDir, refdataDir } from '../process/places.ts'

/** Built-in outlines, by the names of their files. */
type Boundaries = keyof typeof BOUNDARY_ATTRIBUTIONS
const BOUNDARIES = keysOf(BOUNDARY_ATTRIBUTIONS)

/** Properties of a shape in the files. */
interface Said extends Record<string, unknown> {
  id?: string
  catchmentId?: string
  subcatchmentId?: string | null
  name?: string
}

/** A shape with its outline, and a bounding box that rules out most points at once. */
interface Shape extends Said {
  outline: Outline
  box: ReturnType<typeof boundingBox>
}

type Read = Topology<Record<string, GeometryCollection<Said>>> & { attribution: string }

const topologies = new Map<string, Read>()

/** The topology of a file of outlines with its attribution, read once. */
const topologyIn = (name: Boundaries): Read => {
  const known = topologies.get(name)
  if (known) return known
  const topology: Topology<Record<string, GeometryCollection<Said>>> = JSON.parse(
    readFileSync(join(boundariesDir, `${name}.topojson`), 'utf8'),
  )
  const read = { ...topology, attribution: BOUNDARY_ATTRIBUTIONS[name] }
  topologies.set(name, read)
  return read
}

/** The topology of a file by name, such as lpas.topojson; undefined if there is none. */
export const readTopology = (file: string): Read | undefined => {
  const name = BOUNDARIES.find(one => `${one}.topojson` === file)
  return name && topologyIn(name)
}

const cornerOf = ([longitude = NaN, latitude = NaN]: readonly number[]): Corner => [longitude, latitude]

const shapesIn = (name: Boundaries): Shape[] => {
  const topology = topologyIn(name)
  return Object.values(topology.objects).flatMap(collection =>
    feature(topology, collection).features.flatMap(({ geometry, properties }) => {
      if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return []
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
      const outline = polygons.map(rings => rings.map(ring => ring.map(cornerOf)))
      return [{ ...properties, outline, box: boundingBox(outline) }]
    }),
  )
}

const shapes = new Map<Boundaries, Shape[]>()

/** Shapes of a file, read once. */
export const readBoundaryShapes = (name: Boundaries): Shape[] => {
  const known = shapes.get(name)
  if (known) return known
  const read = shapesIn(name)
  shapes.set(name, read)
  return read
}

/** Shapes of a file that contain a point. */
export const findShapesAtPoint = (name: Boundaries, point: LatLong): Shape[] =>
  readBoundaryShapes(name).filter(({ outline, box: [west, south, east, north] }) => {
    const { latitude, longitude } = point
    const isNear = longitude >= west && longitude <= east && latitude >= south && latitude <= north
    return isNear && outlineContains(point, outline)
  })

/** Built-in outlines of one authority, catchment or subcatchment; empty if there are none. */
export const builtInOutlinesOfArea = (
  of: { lpaId: string } | { catchmentId: string } | { subcatchmentId: string },
): Outline[] => {
  const names: readonly Boundaries[] = 'lpaId' in of ? ['national-parks', 'lpas'] : ['catchments']
  const [[key, id] = ['', '']] = Object.entries(of)
  return names
    .flatMap(readBoundaryShapes)
    .filter(shape => shape[key === 'lpaId' ? 'id' : key] === id)
    .map(({ outline }) => outline)
}

/** Subcatchments whose land is another built-in outline: the Itchen's is the outline of its own catchment. */
const SAME_LAND: Readonly<Record<string, string>> = { RiverItchenItchenPhosphorous: 'SolentItchen' }
/** Subcatchments that are the part of a catchment within one authority. */
const OF_AUTHORITY = [
  { subcatchmentId: 'SolentIsleOfWight', catchmentId: 'Solent', lpaId: 'IsleOfWight' },
] as const

/** Ids of the built-in areas that contain a point. */
interface AreasAt {
  /** The planning authority: a national park takes precedence over the district that it overlies. */
  lpaId: string | null
  /** The overlaid district, if the authority is a national park. */
  districtId: string | null
  catchmentIds: string[]
  /** Subcatchments with an outline of their own, or whose land another outline gives. */
  subcatchmentIds: string[]
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Authority and catchments of a point: null outside England, and empty outside catchments. */
export const findAreasAtPoint = (point: LatLong): AreasAt => {
  const district = findShapesAtPoint('lpas', point)[0]?.id ?? null
  const park = findShapesAtPoint('national-parks', point)[0]?.id ?? null
  const catchments = findShapesAtPoint('catchments', point)
  const catchmentIds = [...new Set(catchments.map(({ catchmentId }) => catchmentId).filter(isText))]
  const drawn = catchments.map(({ subcatchmentId }) => subcatchmentId).filter(isText)
  const told = [
    ...drawn.flatMap(id => SAME_LAND[id] ?? []),
    ...OF_AUTHORITY.filter(one => one.lpaId === district && catchmentIds.includes(one.catchmentId)).map(
      ({ subcatchmentId }) => subcatchmentId,
    ),
  ]
  return {
    lpaId: park ?? district,
    districtId: park === null ? null : district,
    catchmentIds,
    subcatchmentIds: [...drawn, ...told],
  }
}

/** True if the point is further than this many metres from every authority: in Wales, in Scotland or in the sea. */
export const isOutsideEngland = (point: LatLong, metres: number): boolean => {
  const { latitude, longitude } = point
  const margin = metres / 50_000
  const near = readBoundaryShapes('lpas').filter(
    ({ box: [west, south, east, north] }) =>
      longitude >= west - margin &&
      longitude <= east + margin &&
      latitude >= south - margin &&
      latitude <= north + margin,
  )
  return near.every(({ outline }) => distanceFromOutline(point, outline) > metres)
}

/** Id in the outlines of the catchment with a name, such as Somerset Levels and Moors. */
export const findCatchmentId = (called: string): string | undefined => catchmentIds().get(called)

/** Name of a catchment in the outlines, by its id. */
export const catchmentName = (id: string): string | undefined =>
  [...catchmentIds()].find(([, one]) => one === id)?.[0]

let ids: ReadonlyMap<string, string> | undefined
const catchmentIds = (): ReadonlyMap<string, string> => {
  const read = (): Record<string, string>[] =>
    parse(readFileSync(join(refdataDir, 'subcatchments.csv')), { columns: true, bom: true })
  ids ??= new Map(read().map(({ catchment = '', catchmentId = '' }) => [catchment, catchmentId]))
  return ids
}

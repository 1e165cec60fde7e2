import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { keysOf } from '#domain/narrow'
import { ATTRIBUTIONS } from '#domain/place/attribution'
import type { LatLong } from '#domain/place/lat-long'
import { boxOf, type Corner, metresFrom, type Outline, pointInOutline } from '#domain/place/outline'
import { boundariesDir, refdataDir } from '../places.ts'

/** The outlines that come with the product, by the names of their files. */
type Boundaries = keyof typeof ATTRIBUTIONS
const BOUNDARIES = keysOf(ATTRIBUTIONS)

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

type Read = Topology<Record<string, GeometryCollection<Said>>> & { attribution: string }

const topologies = new Map<string, Read>()

/** The topology of a file of outlines, with whom to name for it. It is read once. */
const topologyIn = (name: Boundaries): Read => {
  const known = topologies.get(name)
  if (known) return known
  const topology: Topology<Record<string, GeometryCollection<Said>>> = JSON.parse(
    readFileSync(join(boundariesDir, `${name}.topojson`), 'utf8'),
  )
  const read = { ...topology, attribution: ATTRIBUTIONS[name] }
  topologies.set(name, read)
  return read
}

/** The topology of a file by its name, such as lpas.topojson; undefined where there is none. */
export const topologyOf = (file: string): Read | undefined => {
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
      return [{ ...properties, outline, box: boxOf(outline) }]
    }),
  )
}

const shapes = new Map<Boundaries, Shape[]>()

/** The shapes of a file, read once. */
export const shapesOf = (name: Boundaries): Shape[] => {
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

/** The outlines of one authority, or of one catchment or subcatchment, that come with the product; none where none does. */
export const outlinesOf = (
  of: { lpaId: string } | { catchmentId: string } | { subcatchmentId: string },
): Outline[] => {
  const names: readonly Boundaries[] = 'lpaId' in of ? ['national-parks', 'lpas'] : ['catchments']
  const [[key, id] = ['', '']] = Object.entries(of)
  return names
    .flatMap(shapesOf)
    .filter(shape => shape[key === 'lpaId' ? 'id' : key] === id)
    .map(({ outline }) => outline)
}

/** Subcatchments of a larger catchment whose land the outline of another tells: that of the Itchen is drawn for its own catchment. */
const SAME_LAND: Readonly<Record<string, string>> = { RiverItchenItchenPhosphorous: 'SolentItchen' }
/** Those that are as much of a catchment as lies in one authority. */
const OF_AUTHORITY = [
  { subcatchmentId: 'SolentIsleOfWight', catchmentId: 'Solent', lpaId: 'IsleOfWight' },
] as const

/** Which areas that come with the product hold a point, by their ids. */
interface AreasAt {
  /** The authority that plans there: a national park goes before the district that it overlies. */
  lpaId: string | null
  /** That district, where it is in a national park. */
  districtId: string | null
  catchmentIds: string[]
  /** Those with an outline of their own, and those of which another outline tells where they are. */
  subcatchmentIds: string[]
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** The authority and the catchments of a point: none outside England, and outside catchments. */
export const areasAt = (point: LatLong): AreasAt => {
  const district = shapesAt('lpas', point)[0]?.id ?? null
  const park = shapesAt('national-parks', point)[0]?.id ?? null
  const catchments = shapesAt('catchments', point)
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

/** Is the point further than so many metres from all authorities: in Wales, in Scotland, or in the sea? */
export const isOutsideEngland = (point: LatLong, metres: number): boolean => {
  const { latitude, longitude } = point
  const margin = metres / 50_000
  const near = shapesOf('lpas').filter(
    ({ box: [west, south, east, north] }) =>
      longitude >= west - margin &&
      longitude <= east + margin &&
      latitude >= south - margin &&
      latitude <= north + margin,
  )
  return near.every(({ outline }) => metresFrom(point, outline) > metres)
}

/** The catchment that a subcatchment is a part of, as outlines name it, by what it is called: Somerset Levels and Moors. */
export const catchmentIdOf = (called: string): string | undefined => catchmentIds().get(called)

/** What a catchment of outlines is called, by its id. */
export const catchmentCalled = (id: string): string | undefined =>
  [...catchmentIds()].find(([, one]) => one === id)?.[0]

let ids: ReadonlyMap<string, string> | undefined
const catchmentIds = (): ReadonlyMap<string, string> => {
  const read = (): Record<string, string>[] =>
    parse(readFileSync(join(refdataDir, 'subcatchments.csv')), { columns: true, bom: true })
  ids ??= new Map(read().map(({ catchment = '', catchmentId = '' }) => [catchment, catchmentId]))
  return ids
}

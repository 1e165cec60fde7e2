import { feature, merge, mesh } from 'topojson-client'
import type { ExtendedFeature, GeoGeometryObjects } from 'd3-geo'
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification'
import type { UploadedOutlines } from '#contract/public/boundaries'
import type { PlanePoint } from '#domain/map/plane'
import { planePath } from './plane.ts'

/** Name of an area with its centre and width, in units of the plane; it is written where there is space. */
export interface AreaName extends PlanePoint {
  name: string
  width: number
}

/** Outlines of one set, as paths of the plane. */
export interface OutlinePaths {
  /** All areas together. */
  surface: string
  /** All borders, each once. */
  borders: string
  names: AreaName[]
}

/** An area of a set with its id in the reference data, and its own shape as a path of the plane. */
export interface AreaShape extends AreaName {
  id: string
  path: string
}

type Areas = GeometryCollection<{ name: string }>
type Identified = GeometryCollection<{ name: string; id?: string; subcatchmentId?: string | null }>

/**
 * Converts a topology of longitudes and latitudes into paths of the plane. Areas that form a whole without
 * overlaps are one surface.
 */
export const topologyOutlines = (topology: Topology, isWhole: boolean): OutlinePaths => {
  const areas = Object.values(topology.objects)[0] as Areas
  const shapes = areas.geometries.filter(
    (one): one is Polygon<{ name: string }> | MultiPolygon<{ name: string }> => 'arcs' in one,
  )
  return {
    surface: planePath(isWhole ? merge(topology, shapes) : feature(topology, areas)) ?? '',
    borders: planePath(mesh(topology, areas)) ?? '',
    names: feature(topology, areas).features.map(nameOf),
  }
}

const nameOf = (one: ExtendedFeature<GeoGeometryObjects, { name: string }>): AreaName => {
  const [x, y] = planePath.centroid(one)
  const [[west], [east]] = planePath.bounds(one)
  return { name: one.properties.name, x, y, width: east - west }
}

/** Uploaded areas, each with its own border. */
export const uploadedOutlines = (areas: UploadedOutlines): OutlinePaths => {
  const drawn = planePath(areas) ?? ''
  return { surface: drawn, borders: drawn, names: areas.features.map(nameOf) }
}

/** Areas of a topology that are in the reference data; a catchment without subcatchments is not. */
export const topologyAreas = (topology: Topology): AreaShape[] =>
  feature(topology, Object.values(topology.objects)[0] as Identified).features.flatMap(one => {
    const id = one.properties.id ?? one.properties.subcatchmentId
    return id ? [{ ...nameOf(one), id, path: planePath(one) ?? '' }] : []
  })

/** Uploaded areas with their ids. */
export const uploadedAreas = ({ features }: UploadedOutlines): AreaShape[] =>
  features.map(one => ({ ...nameOf(one), id: one.id, path: planePath(one) ?? '' }))

import { feature, merge, mesh } from 'topojson-client'
import type { ExtendedFeature, GeoGeometryObjects } from 'd3-geo'
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification'
import type { UploadedOutlines } from '#contract/boundaries'
import type { PlanePoint } from '#domain/map/plane'
import { pathOf } from './plane.ts'

/** An area by its name, to be written where there is room for it: its middle and how wide it is, in units of the plane. */
export interface AreaName extends PlanePoint {
  name: string
  width: number
}

/** The outlines of one set, as paths of the plane. */
export interface Outlines {
  /** Everything inside. */
  surface: string
  /** All borders, each once. */
  borders: string
  names: AreaName[]
}

type Areas = GeometryCollection<{ name: string }>

/**
 * The areas of a topology of longitudes and latitudes, as paths of the plane. Areas that make up a whole without lying over
 * each other are one surface.
 */
export const outlinesIn = (topology: Topology, isWhole: boolean): Outlines => {
  const areas = Object.values(topology.objects)[0] as Areas
  const shapes = areas.geometries.filter(
    (one): one is Polygon<{ name: string }> | MultiPolygon<{ name: string }> => 'arcs' in one,
  )
  return {
    surface: pathOf(isWhole ? merge(topology, shapes) : feature(topology, areas)) ?? '',
    borders: pathOf(mesh(topology, areas)) ?? '',
    names: feature(topology, areas).features.map(nameOf),
  }
}

const nameOf = (one: ExtendedFeature<GeoGeometryObjects, { name: string }>): AreaName => {
  const [x, y] = pathOf.centroid(one)
  const [[west], [east]] = pathOf.bounds(one)
  return { name: one.properties.name, x, y, width: east - west }
}

/** Areas as they were uploaded, each with a border of its own. */
export const outlinesOfAreas = (areas: UploadedOutlines): Outlines => {
  const drawn = pathOf(areas) ?? ''
  return { surface: drawn, borders: drawn, names: areas.features.map(nameOf) }
}

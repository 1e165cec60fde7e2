import { gridOf } from '#domain/place/osgb'
import type { ReadOutline } from '#domain/site-boundary'
import { type GridPoint, type Mended, mendedOutline, type SiteOutline } from '#domain/site-outline'
import { isTangled, withoutSlivers } from '../../sites/clip.ts'
import { geoJsonShapes } from './geojson.ts'
import { geoPackageShapes } from './geopackage.ts'
import { kmlShapes } from './kml.ts'
import { shapefileShapes } from './shapefile.ts'
import type { FilePoint, Found, Shapes } from './shapes.ts'

/** No boundary of a site needs more, and what is read takes many times as much memory. */
const MOST_BYTES = 10 * 1024 * 1024
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const SQLITE = Buffer.from('SQLite format 3\0')

/** The outline that a file holds, on the National Grid, or a sentence that says why it is not taken and what to do. */
export type OutlineFound = ReadOutline | string

const shapesOf = (content: Buffer, path: string, layer: string | null): Found => {
  if (content.subarray(0, ZIP.length).equals(ZIP)) return shapefileShapes(content)
  if (content.subarray(0, SQLITE.length).equals(SQLITE)) return geoPackageShapes(path, layer)
  return /^(\u00EF\u00BB\u00BF)?\s*</.test(content.toString('latin1', 0, 1000))
    ? kmlShapes(content)
    : geoJsonShapes(content)
}

const onGrid = ([x, y]: FilePoint): GridPoint => {
  // Where degrees are none, what converts them throws.
  if (!Number.isFinite(x) || !Number.isFinite(y) || Math.abs(x) > 180 || Math.abs(y) > 90) return [NaN, NaN]
  const { easting, northing } = gridOf({ longitude: x, latitude: y })
  return [easting, northing]
}

const notesOf = ({ others, areas }: Shapes): string[] => [
  ...(others > 0 ? ['What is no area in the file, such as points and lines, was left out.'] : []),
  ...(areas.length > 1 ? [`The file holds ${areas.length} areas, which are taken together.`] : []),
]

/** The outline mended; a second time where its line crosses itself by no more than a sliver. */
const mendedOf = (given: SiteOutline): Mended & { crossed: boolean } => {
  const mended = mendedOutline(given)
  if (!('refused' in mended) || !mended.isCrossing) return { ...mended, crossed: false }
  const without = withoutSlivers(given)
  return without ? { ...mendedOutline(without), crossed: true } : { ...mended, crossed: true }
}

/** Reads the boundary of a site from an uploaded file: GeoJSON, KML, a zipped shapefile or a GeoPackage, of which a layer may be named. */
export const outlineOf = (content: Buffer, path: string, layer: string | null = null): OutlineFound => {
  if (content.length > MOST_BYTES)
    return 'The file is larger than 10 MB. Leave out all but the line around the site.'
  const shapes = shapesOf(content, path, layer)
  if (typeof shapes === 'string') return shapes
  const { system, others } = shapes
  const areas = shapes.areas.filter(rings => rings.some(ring => ring.length > 0))
  if (areas.length === 0)
    return others > 0
      ? 'The file holds points or lines only. Draw the site as an area (a polygon), and save that.'
      : 'The file holds no area. Save the line around the site into it as a polygon.'
  const given = areas.map(rings =>
    rings.map(ring => ring.map(point => (system === 'EPSG:4326' ? onGrid(point) : point))),
  )
  const { crossed, ...mended } = mendedOf(given)
  if ('refused' in mended) return mended.refused
  if (isTangled(mended.outline))
    return 'Areas of the boundary overlap each other, or a hole lies outside of its area. Mend that, and save it again.'
  return {
    ...mended,
    system,
    notes: [
      ...notesOf({ ...shapes, areas }),
      ...(crossed ? ['The line crossed itself around less than a square metre, which was mended.'] : []),
    ],
  }
}

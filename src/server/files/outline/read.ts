import { latLongToGrid } from '#domain/place/osgb'
import type { OutlineReadResult } from '#domain/land/site-boundary'
import {
  type GridPoint,
  type OutlineRepairResult,
  repairOutline,
  type SiteOutline,
} from '#domain/land/site-outline'
import { hasOverlappingAreas, removeSlivers } from '../../sites/clip.ts'
import { readGeoJsonShapes } from './geojson.ts'
import { readGeoPackageShapes } from './geopackage.ts'
import { readKmlShapes } from './kml.ts'
import { readShapefileShapes } from './shapefile.ts'
import type { FilePoint, ShapesResult, FileShapes } from './shapes.ts'

/** No site boundary needs more, and reading takes many times as much memory. */
const MOST_BYTES = 10 * 1024 * 1024
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const SQLITE = Buffer.from('SQLite format 3\0')

/** The outline in a file, on the National Grid, or a sentence with the reason why it is refused and a remedy. */
export type SiteOutlineResult = OutlineReadResult | string

const shapesOf = (content: Buffer, path: string, layer: string | null): ShapesResult => {
  if (content.subarray(0, ZIP.length).equals(ZIP)) return readShapefileShapes(content)
  if (content.subarray(0, SQLITE.length).equals(SQLITE)) return readGeoPackageShapes(path, layer)
  return /^(\u00EF\u00BB\u00BF)?\s*</.test(content.toString('latin1', 0, 1000))
    ? readKmlShapes(content)
    : readGeoJsonShapes(content)
}

const onGrid = ([x, y]: FilePoint): GridPoint => {
  // The conversion throws for numbers that are not degrees.
  if (!Number.isFinite(x) || !Number.isFinite(y) || Math.abs(x) > 180 || Math.abs(y) > 90) return [NaN, NaN]
  const { easting, northing } = latLongToGrid({ longitude: x, latitude: y })
  return [easting, northing]
}

const notesOf = ({ others, areas }: FileShapes): string[] => [
  ...(others > 0 ? ['Points, lines and anything else in the file that is not an area were left out.'] : []),
  ...(areas.length > 1 ? [`The file contains ${areas.length} areas, which together are the boundary.`] : []),
]

/** Repairs the outline; a second time if its line crosses itself by no more than a sliver. */
const mendedOf = (given: SiteOutline): OutlineRepairResult & { crossed: boolean } => {
  const mended = repairOutline(given)
  if (!('refused' in mended) || !mended.isCrossing) return { ...mended, crossed: false }
  const without = removeSlivers(given)
  return without ? { ...repairOutline(without), crossed: true } : { ...mended, crossed: true }
}

/**
 * Reads the boundary of a site from an uploaded file: GeoJSON, KML, a zipped shapefile or a GeoPackage, whose layer may
 * be named.
 */
export const readSiteOutline = (
  content: Buffer,
  path: string,
  layer: string | null = null,
): SiteOutlineResult => {
  if (content.length > MOST_BYTES)
    return 'The file is larger than 10 MB. Leave out everything except the boundary of the site.'
  const shapes = shapesOf(content, path, layer)
  if (typeof shapes === 'string') return shapes
  const { system, others } = shapes
  const areas = shapes.areas.filter(rings => rings.some(ring => ring.length > 0))
  if (areas.length === 0)
    return others > 0
      ? 'The file contains only points or lines. Draw the site as an area (a polygon) and save it.'
      : 'The file contains no area. Save the boundary of the site into it as a polygon.'
  const given = areas.map(rings =>
    rings.map(ring => ring.map(point => (system === 'EPSG:4326' ? onGrid(point) : point))),
  )
  const { crossed, ...mended } = mendedOf(given)
  if ('refused' in mended) return mended.refused
  if (hasOverlappingAreas(mended.outline))
    return 'Areas of the boundary overlap each other, or a hole is outside its area. Correct this and save the file again.'
  return {
    ...mended,
    system,
    notes: [
      ...notesOf({ ...shapes, areas }),
      ...(crossed ? ['The line crossed itself around less than one square metre. We corrected it.'] : []),
    ],
  }
}

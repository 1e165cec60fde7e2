import { MAX_OUTLINE_AREAS, MAX_OUTLINE_CORNERS } from '#domain/land/site-outline'
import type { CoordinateSystem } from '#domain/land/site-boundary'

/** A point as in the file: east, then north, in its own coordinate system. */
export type FilePoint = readonly [x: number, y: number]

/** The areas of a file, each as an outer ring and the rings of its holes, and the number of other objects. */
export interface FileShapes {
  system: CoordinateSystem
  areas: FilePoint[][][]
  others: number
}

/** Result of a reader: the shapes, or a sentence with the error and a remedy. */
export type ShapesResult = FileShapes | string

/** Error for a file that is not a valid file of its kind. */
export const unreadableFileError = (kind: string): string =>
  `The ${kind} cannot be read. Save it again and choose the new file.`

export const UNKNOWN_COORDINATE_SYSTEM_ERROR =
  'The file does not name its coordinate system. Save it as GeoJSON or GeoPackage in British National Grid (EPSG:27700).'

/** Error for an unsupported coordinate system. */
export const unsupportedCoordinateSystemError = (name: string): string =>
  `The coordinate system ${name.slice(0, 60)} is not supported. Save the file in British National Grid (EPSG:27700) or WGS 84 (EPSG:4326).`

/** True if there is more than any site has. Checked while reading, so that endless input is not read to its end. */
export const exceedsOutlineLimits = (areas: readonly FilePoint[][][]): boolean =>
  areas.length > MAX_OUTLINE_AREAS + 1 ||
  areas.reduce((sum, area) => sum + area.reduce((its, ring) => its + ring.length, 0), 0) > MAX_OUTLINE_CORNERS

/** Finds a coordinate system by its name in a register; undefined if it is not supported. */
export const findCoordinateSystem = (name: string): CoordinateSystem | undefined => {
  const code = name.toUpperCase().replaceAll('::', ':')
  if (code.endsWith('EPSG:27700')) return 'EPSG:27700'
  return code.endsWith('EPSG:4326') || code.endsWith('CRS84') ? 'EPSG:4326' : undefined
}

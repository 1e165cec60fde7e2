import { MOST_AREAS, MOST_POINTS } from '#domain/site-outline'
import type { CoordinateSystem } from '#domain/site-boundary'

/** A point as a file gives it: east, then north, in its own coordinate system. */
export type FilePoint = readonly [x: number, y: number]

/** The areas of a file, each a ring around it and the rings of its holes, and how many other things it holds. */
export interface Shapes {
  system: CoordinateSystem
  areas: FilePoint[][][]
  others: number
}

/** What a reader answers: what it found, or a sentence that says what is wrong and what to do. */
export type Found = Shapes | string

/** Why a file that cannot be read as what it claims to be is not taken. */
export const broken = (kind: string): string => `The ${kind} cannot be read. Save it again, and choose that.`

export const UNKNOWN_SYSTEM =
  'The file does not say its coordinate system. Save it as GeoJSON or GeoPackage in British National Grid (EPSG:27700).'

/** Why a coordinate system is not taken. */
export const otherSystem = (name: string): string =>
  `The coordinate system ${name.slice(0, 60)} is not known here. Save the file in British National Grid (EPSG:27700) or WGS 84 (EPSG:4326).`

/** Is there more in it than any site has? Asked while it is read, so that nothing endless is gone through. */
export const isTooMuch = (areas: readonly FilePoint[][][]): boolean =>
  areas.length > MOST_AREAS + 1 ||
  areas.reduce((sum, area) => sum + area.reduce((its, ring) => its + ring.length, 0), 0) > MOST_POINTS

/** A system by what registers call it; undefined for one that is not known here. */
export const systemCalled = (name: string): CoordinateSystem | undefined => {
  const code = name.toUpperCase().replaceAll('::', ':')
  if (code.endsWith('EPSG:27700')) return 'EPSG:27700'
  return code.endsWith('EPSG:4326') || code.endsWith('CRS84') ? 'EPSG:4326' : undefined
}

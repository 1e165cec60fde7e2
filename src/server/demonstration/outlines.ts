import { createHash } from 'node:crypto'
import { parseGridReference } from '#domain/place/grid-reference'
import { latLongOf } from '#domain/place/osgb'
import { type Outline, pointInOutline } from '#domain/place/outline'
import { showCorner } from '#domain/site-corners'
import { areaOf, type Box, boxOf, type GridPoint, type SiteOutline } from '#domain/site-outline'
import { outlinesOf } from '../place/boundaries.ts'
import { sharedArea } from '../sites/clip.ts'
import { cell, numberOf, rowsOf, type Cells } from './step.ts'

/** The one site that is drawn over another: its owner has sold some of that ground before, which the operator is to see. */
const OVERLAP = { of: 'P125', with: 'P308' }
/** So much of it is shared ground. */
const SHARED = { least: 0.1, most: 0.4 }

/** Homes on a hectare of a development. */
const HOMES = 30
/** Developments of fewer homes are told by their grid reference only. */
const FEWEST_HOMES = 20

/** So many shapes are tried until one fits. */
const TRIES = 400

/** Numbers from 0 to 1 that a text always gives. */
const chanceOf = (text: string) => {
  const bytes = createHash('sha256').update(text).digest()
  return (at: number): number => bytes.readUInt8(at % 32) / 255
}

const closed = (corners: readonly GridPoint[]): SiteOutline => [[[...corners, corners[0]!]]]

const rounded = (metres: number): number => Math.round(metres * 10) / 10

/** A shape as fields have: some corners around a place, longer than wide, and of this area in square metres. */
const fieldAround = (text: string, [east, north]: GridPoint, area: number): GridPoint[] => {
  const chance = chanceOf(text)
  const count = 6 + Math.floor(chance(0) * 4)
  const long = 1 + chance(1) * 1.2
  const bearing = chance(2) * Math.PI
  const corners = Array.from({ length: count }, (_, at): GridPoint => {
    const angle = ((at + 0.5 * chance(3 + at)) / count) * 2 * Math.PI
    const radius = 0.8 + 0.4 * chance(14 + at)
    const [x, y] = [radius * Math.cos(angle) * long, (radius * Math.sin(angle)) / long]
    return [x * Math.cos(bearing) - y * Math.sin(bearing), x * Math.sin(bearing) + y * Math.cos(bearing)]
  })
  const scale = Math.sqrt(area / (areaOf(closed(corners.map(([x, y]) => [x * 1000, y * 1000]))) / 1e6))
  return corners.map(([x, y]) => [rounded(east + x * scale), rounded(north + y * scale)])
}

/** A site whose outline is sought: where it is, how many hectares it has, and within which outlines it lies. */
interface Sought {
  id: string
  middle: GridPoint
  hectares: number
  within: readonly Outline[]
}

const soughtOf = (row: Cells, id: string, hectares: number): Sought[] => {
  const square = parseGridReference(cell(row, 'gridReference'))
  if (!square || hectares === 0) return []
  const half = square.size / 2
  return [{ id, hectares, middle: [square.easting + half, square.northing + half], within: catchmentOf(row) }]
}

const catchmentOf = (row: Cells): Outline[] => {
  const subcatchmentId = cell(row, 'subcatchmentId')
  const own = outlinesOf({ subcatchmentId })
  const catchment = rowsOf('subcatchments').find(({ id }) => id === subcatchmentId)
  return own.length > 0 ? own : outlinesOf({ catchmentId: catchment?.catchmentId ?? '' })
}

/** What the services of a project take up, else what its table says. */
const hectaresOf = (row: Cells): number => {
  const sizes = new Map<string, number>()
  for (const service of rowsOf('demo_services'))
    if (service.projectId === row.projectId && service.sizeUnit === 'ha') {
      const type = cell(service, 'serviceType')
      sizes.set(type, (sizes.get(type) ?? 0) + (numberOf(service, 'size') ?? 0))
    }
  return sizes.size > 0 ? Math.max(...sizes.values()) : (numberOf(row, 'areaHa') ?? 0)
}

interface Drawn {
  id: string
  outline: SiteOutline
  box: Box
}

const meet = (one: Box, other: Box): boolean =>
  one.west < other.east && other.west < one.east && one.south < other.north && other.south < one.north

const isGood = (sought: Sought, candidate: Drawn, drawn: readonly Drawn[]): boolean => {
  const { id, middle, hectares, within } = sought
  const [[ring = []] = []] = candidate.outline
  const isInside = ([easting, northing]: GridPoint) =>
    within.some(outline => pointInOutline(latLongOf({ easting, northing }), outline))
  const holds = pointInOutline({ longitude: middle[0], latitude: middle[1] }, candidate.outline)
  const isApart = (other: Drawn) => {
    const shared = meet(candidate.box, other.box) ? sharedArea(candidate.outline, other.outline) : 0
    if (id !== OVERLAP.of || other.id !== OVERLAP.with) return shared === 0
    return shared > SHARED.least * hectares * 10_000 && shared < SHARED.most * hectares * 10_000
  }
  return holds && drawn.every(isApart) && (within.length === 0 || ring.every(isInside))
}

const drawnFor = (sought: Sought, drawn: readonly Drawn[]): Drawn => {
  const { id, middle, hectares } = sought
  const reach = Math.sqrt(hectares * 10_000) / 2
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const text = `${id} ${attempt}`
    const chance = chanceOf(`${text} place`)
    const far = attempt === 0 ? 0 : reach * chance(0)
    const [right, up] = [far * Math.cos(chance(1) * 2 * Math.PI), far * Math.sin(chance(1) * 2 * Math.PI)]
    const outline = closed(fieldAround(text, [middle[0] + right, middle[1] + up], hectares * 10_000))
    const candidate = { id, outline, box: boxOf(outline) }
    if (isGood(sought, candidate, drawn)) return candidate
  }
  throw new Error(`No outline was found for ${id} of the demonstration`)
}

/**
 * The corners of invented outlines of the demonstration's sites, by the ids of its projects and of its larger developments:
 * around their grid references, as large as their tables say, within their catchments, and no ground in two of them but for
 * the one that is meant to show it. The same each time.
 */
export const demonstrationCorners = (): ReadonlyMap<string, string[]> => (known ??= drawnAll())

let known: ReadonlyMap<string, string[]> | undefined

const drawnAll = (): ReadonlyMap<string, string[]> => {
  const sought = [
    ...rowsOf('demo_projects').flatMap(row => soughtOf(row, cell(row, 'projectId'), hectaresOf(row))),
    ...rowsOf('demo_requirements').flatMap(row => {
      const homes = numberOf(row, 'dwellings') ?? 0
      return homes < FEWEST_HOMES ? [] : soughtOf(row, cell(row, 'requirementId'), homes / HOMES)
    }),
  ]
  // The large ones first: the small ones find room beside them.
  const drawn: Drawn[] = []
  for (const one of sought.toSorted((a, b) => b.hectares - a.hectares)) drawn.push(drawnFor(one, drawn))
  return new Map(drawn.map(({ id, outline: [[ring = []] = []] }) => [id, ring.slice(0, -1).map(showCorner)]))
}

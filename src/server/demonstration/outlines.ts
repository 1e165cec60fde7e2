import { createHash } from 'node:crypto'
import { parseGridReference } from '#domain/place/grid-reference'
import { gridToLatLong } from '#domain/place/osgb'
import { type Outline, outlineContains } from '#domain/place/outline'
import { formatCorner } from '#domain/land/site-corners'
import {
  outlineArea,
  type GridBox,
  gridBoundingBox,
  type GridPoint,
  type SiteOutline,
} from '#domain/land/site-outline'
import { builtInOutlinesOfArea } from '../place/boundaries.ts'
import { sharedAreaOfOutlines } from '../sites/clip.ts'
import { cellText, cellNumber, readCsvRows, type CsvRow } from './step.ts'

/**
 * The one site that overlaps another: its owner has sold some of that ground before, which the operator is to notice.
 */
const OVERLAP = { of: 'P125', with: 'P308' }
/** Least and largest share of common ground. */
const SHARED = { least: 0.1, most: 0.4 }

/** Homes on a hectare of a development. */
const HOMES = 30
/** Developments with fewer homes only have a grid reference. */
const FEWEST_HOMES = 20

/** Number of shapes tried until one fits. */
const TRIES = 400

/** Returns a generator of numbers from 0 to 1, always the same for a text. */
const chanceOf = (text: string) => {
  const bytes = createHash('sha256').update(text).digest()
  return (at: number): number => bytes.readUInt8(at % 32) / 255
}

const closed = (corners: readonly GridPoint[]): SiteOutline => [[[...corners, corners[0]!]]]

const rounded = (metres: number): number => Math.round(metres * 10) / 10

/** A shape like a field: some corners around a place, longer than wide, with this area in square metres. */
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
  const scale = Math.sqrt(area / (outlineArea(closed(corners.map(([x, y]) => [x * 1000, y * 1000]))) / 1e6))
  return corners.map(([x, y]) => [rounded(east + x * scale), rounded(north + y * scale)])
}

/** A site that needs an outline: its place, its hectares, and the outlines that it must lie within. */
interface Sought {
  id: string
  middle: GridPoint
  hectares: number
  within: readonly Outline[]
}

const soughtOf = (row: CsvRow, id: string, hectares: number): Sought[] => {
  const square = parseGridReference(cellText(row, 'gridReference'))
  if (!square || hectares === 0) return []
  const half = square.size / 2
  return [{ id, hectares, middle: [square.easting + half, square.northing + half], within: catchmentOf(row) }]
}

const catchmentOf = (row: CsvRow): Outline[] => {
  const subcatchmentId = cellText(row, 'subcatchmentId')
  const own = builtInOutlinesOfArea({ subcatchmentId })
  const catchment = readCsvRows('subcatchments').find(({ id }) => id === subcatchmentId)
  return own.length > 0 ? own : builtInOutlinesOfArea({ catchmentId: catchment?.catchmentId ?? '' })
}

/** The area that the services of a project use, or else the one in its table. */
const hectaresOf = (row: CsvRow): number => {
  const sizes = new Map<string, number>()
  for (const service of readCsvRows('demo_services'))
    if (service.projectId === row.projectId && service.sizeUnit === 'ha') {
      const type = cellText(service, 'serviceType')
      sizes.set(type, (sizes.get(type) ?? 0) + (cellNumber(service, 'size') ?? 0))
    }
  return sizes.size > 0 ? Math.max(...sizes.values()) : (cellNumber(row, 'areaHa') ?? 0)
}

interface Drawn {
  id: string
  outline: SiteOutline
  box: GridBox
}

const meet = (one: GridBox, other: GridBox): boolean =>
  one.west < other.east && other.west < one.east && one.south < other.north && other.south < one.north

const isGood = (sought: Sought, candidate: Drawn, drawn: readonly Drawn[]): boolean => {
  const { id, middle, hectares, within } = sought
  const [[ring = []] = []] = candidate.outline
  const isInside = ([easting, northing]: GridPoint) =>
    within.some(outline => outlineContains(gridToLatLong({ easting, northing }), outline))
  const holds = outlineContains({ longitude: middle[0], latitude: middle[1] }, candidate.outline)
  const isApart = (other: Drawn) => {
    const shared = meet(candidate.box, other.box) ? sharedAreaOfOutlines(candidate.outline, other.outline) : 0
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
    const candidate = { id, outline, box: gridBoundingBox(outline) }
    if (isGood(sought, candidate, drawn)) return candidate
  }
  throw new Error(`No outline was found for ${id} of the demonstration`)
}

/**
 * Returns the corners of invented outlines of the demonstration's sites, by the ids of its projects and of its larger
 * developments: around their grid references, with the areas in their tables, within their catchments, and without
 * common ground except for the one intended overlap. The same each time.
 */
export const demonstrationOutlines = (): ReadonlyMap<string, string[]> => (known ??= drawnAll())

let known: ReadonlyMap<string, string[]> | undefined

const drawnAll = (): ReadonlyMap<string, string[]> => {
  const sought = [
    ...readCsvRows('demo_projects').flatMap(row =>
      soughtOf(row, cellText(row, 'projectId'), hectaresOf(row)),
    ),
    ...readCsvRows('demo_requirements').flatMap(row => {
      const homes = cellNumber(row, 'dwellings') ?? 0
      return homes < FEWEST_HOMES ? [] : soughtOf(row, cellText(row, 'requirementId'), homes / HOMES)
    }),
  ]
  // Large ones first: small ones still find room next to them.
  const drawn: Drawn[] = []
  for (const one of sought.toSorted((a, b) => b.hectares - a.hectares)) drawn.push(drawnFor(one, drawn))
  return new Map(
    drawn.map(({ id, outline: [[ring = []] = []] }) => [id, ring.slice(0, -1).map(formatCorner)]),
  )
}

import type { PointAreaField, TypedPointWithAreas } from '#domain/place/asked'
import type { Project } from '#domain/project/project'
import {
  type LatLong,
  isInBritain,
  LAT_LONG_ERROR,
  OUTSIDE_BRITAIN_ERROR,
  parseLatLong,
  formatLatLong,
} from '#domain/place/lat-long'
import {
  type GridSquare,
  GRID_REFERENCE_ERROR,
  parseGridReference,
  formatGridReference,
} from '#domain/place/grid-reference'
import {
  PLACE_PRECISION_LABELS,
  PLACE_PRECISIONS,
  type PlacePrecision,
  finerPlacePrecision,
} from '#domain/place/precision'
import { distanceOnGrid } from '#domain/place/outline'
import type { Round } from '#domain/round/round'
import type { BoundaryOwner } from '#domain/land/site-boundary'
import type { SiteOutline } from '#domain/land/site-outline'
import { trimmedText } from '#contract/people/rules'
import type { Read } from '../kit/changes.ts'
import { oneOf, optional, text } from '../kit/fields.ts'

const coordinates = {
  ...text('Latitude and longitude', {
    hint: 'You can enter latitude and longitude, a grid reference, or both. For example 50.98698, -2.80419, as maps on phones show it.',
  }),
  rule: trimmedText
    .refine(typed => parseLatLong(typed) !== null, LAT_LONG_ERROR)
    .refine(typed => {
      const point = parseLatLong(typed)
      return point === null || isInBritain(point)
    }, OUTSIDE_BRITAIN_ERROR),
  toSaved: (typed: string): LatLong => parseLatLong(typed) ?? { latitude: NaN, longitude: NaN },
  toDraft: (point: LatLong): string => formatLatLong(point),
}

/** Fields for the location of an item. */
export const locationFields = {
  gridReference: optional(
    text('Grid reference', {
      rule: trimmedText.refine(typed => parseGridReference(typed) !== null, GRID_REFERENCE_ERROR),
      hint: 'The National Grid reference of the centre, with four to ten figures, such as ST 436 211.',
      toSaved: typed => {
        const square = parseGridReference(typed)
        return square ? formatGridReference(square) : typed
      },
    }),
  ),
  coordinates: optional(coordinates),
}

/**
 * Field for the precision of an item's location for others; `given` must contain the result of `readCoarsestPrecision`.
 */
export const precisionField = optional({
  ...oneOf('Who can see where it is', PLACE_PRECISIONS, PLACE_PRECISION_LABELS),
  hint: 'You, your agent, the market operator and the local planning authority always see the exact location.',
})

/** The coarsest precision of locations that a round allows. */
export const readCoarsestPrecision = async (
  read: Read,
  { marketId }: Round,
): Promise<{ leastPrecision: PlacePrecision }> => ({
  leastPrecision: (await read.one('market', marketId))?.placePrecision ?? 'catchment',
})

const MARKET_SHOWS_MORE: Record<PlacePrecision, string> = {
  exact: 'This market always shows the exact location',
  square: 'This market always shows at least the 5 km square around the location',
  catchment: 'This market always shows at least the catchment and the planning authorities of the location',
}

/** Warns if the market discloses more than the owner chose. */
export const warnPrecision = (
  { placePrecision }: { placePrecision?: PlacePrecision | null },
  { leastPrecision }: { leastPrecision: PlacePrecision },
): { placePrecision?: string } =>
  placePrecision && finerPlacePrecision(placePrecision, leastPrecision) !== placePrecision
    ? {
        placePrecision: MARKET_SHOWS_MORE[leastPrecision],
      }
    : {}

/** Content next to a location field: the areas that the location suggests, for fields of these names. */
export const suggestAreas = <N extends string>(
  answers: { gridReference?: string | null; coordinates?: string | null } & { [A in N]?: string | null },
  names: Readonly<Record<PointAreaField, N>>,
): { coordinates?: TypedPointWithAreas } => {
  const { gridReference, coordinates: typed } = answers
  const area = (of: PointAreaField) => ({ name: names[of], chosen: answers[names[of]] ?? undefined })
  return gridReference || typed
    ? {
        coordinates: {
          gridReference: gridReference || undefined,
          coordinates: typed || undefined,
          areas: { lpa: area('lpa'), nca: area('nca'), subcatchment: area('subcatchment') },
        },
      }
    : {}
}

type Placed = Pick<Project, 'gridReference' | 'latitude' | 'longitude'>

const pointIn = ({ latitude, longitude }: Placed): LatLong | null =>
  typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null

/** Initial answer for the coordinates: the stored point. */
export const initialCoordinates = (placed: Placed): string | null => {
  const point = pointIn(placed)
  return point && formatLatLong(point)
}

/** The location in the answers, or the distance in metres between the two that were given. */
interface PointFound {
  point: LatLong | null
  apart: number | null
}

interface PlaceValues {
  gridReference: string | null
  coordinates: LatLong | null
}

/**
 * Accuracy in metres of conversions and of typed points: a point this far outside its square still counts as inside.
 */
const SLACK = 10

/**
 * The location in the answers. A changed grid reference takes precedence over an unchanged point; otherwise both must
 * agree. Loads the coordinate conversion only where it runs, on the server.
 */
export const locatePoint = async (placed: Placed, values: PlaceValues): Promise<PointFound> => {
  const square = values.gridReference === null ? null : parseGridReference(values.gridReference)
  const typed = values.coordinates
  if (!square) return { point: typed, apart: null }
  const { latLongToGrid, gridSquareCentre } = await import('#domain/place/osgb')
  const stored = pointIn(placed)
  const isAsStored = typed !== null && stored !== null && formatLatLong(typed) === formatLatLong(stored)
  if (typed === null || (isAsStored && values.gridReference !== placed.gridReference))
    return { point: gridSquareCentre(square), apart: null }
  const { easting, northing } = latLongToGrid(typed)
  const half = square.size / 2
  const [east, north] = [easting - square.easting - half, northing - square.northing - half]
  const agrees = Math.max(Math.abs(east), Math.abs(north)) <= half + SLACK
  return agrees
    ? { point: isAsStored ? stored : typed, apart: null }
    : { point: null, apart: Math.hypot(east, north) }
}

/**
 * The grid square of an item's stated location; null without one. Loads the coordinate conversion only where it runs,
 * on the server.
 */
export const statedGridSquare = async (placed: Placed): Promise<GridSquare | null> => {
  const square = placed.gridReference === null ? null : parseGridReference(placed.gridReference)
  const point = pointIn(placed)
  return square ?? (point && (await import('#domain/place/osgb')).gridSquareAround(point, SLACK))
}

/** A distance in metres for people: `180 m`, `47.3 km`. */
export const formatMetres = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres)} m` : `${Math.round(metres / 100) / 10} km`

/** Refuses a grid reference and a point that are too far apart. */
export const checkPointNearGridReference = ({ apart }: PointFound): { coordinates?: string } =>
  apart === null
    ? {}
    : {
        coordinates: `This point is ${formatMetres(apart)} from the grid reference. Correct one of them, or leave one empty.`,
      }

/** Facts to check a location against before it is saved: the answers, and the current boundary. */
interface PlaceRead {
  found: PointFound
  outline: SiteOutline | null
  square: GridSquare | null
}

/** Reads the facts that a location must agree with. */
export const readLocationFacts = async (
  read: Read,
  of: BoundaryOwner,
  placed: Placed,
  values: PlaceValues,
): Promise<PlaceRead> => {
  const [found, boundary] = await Promise.all([locatePoint(placed, values), read.one('siteBoundary', of)])
  const square = await statedGridSquare({
    gridReference: values.gridReference,
    latitude: found.point?.latitude ?? null,
    longitude: found.point?.longitude ?? null,
  })
  return { found, outline: boundary?.outline ?? null, square }
}

/** Refuses a point that is far from its grid reference, and a location that is far from the site boundary. */
export const checkLocation = ({
  found,
  outline,
  square,
}: PlaceRead): { coordinates?: string; gridReference?: string } => {
  const far = distanceIfTooFar(square, outline)
  return far === null
    ? checkPointNearGridReference(found)
    : {
        gridReference: `This location is ${formatMetres(far)} from the site boundary. Correct the location, or remove the boundary first.`,
      }
}

/** Distance in metres that a site’s location may be outside its boundary, such as at its gate or in its village. */
const NEAR = 1000

/** Distance in metres of a square from an outline, if it is too large to be intended; null otherwise. */
export const distanceIfTooFar = (square: GridSquare | null, outline: SiteOutline | null): number | null => {
  if (!square || !outline) return null
  const half = square.size / 2
  const middle = { easting: square.easting + half, northing: square.northing + half }
  const metres = distanceOnGrid(middle, outline) - half * Math.SQRT2
  return metres > NEAR ? metres : null
}

/** Columns for the answers about the location. */
export const locationColumns = (
  placed: { placePrecision: PlacePrecision },
  answers: { gridReference: string | null; placePrecision: PlacePrecision | null },
  { point }: PointFound,
) => ({
  gridReference: answers.gridReference,
  latitude: point?.latitude ?? null,
  longitude: point?.longitude ?? null,
  placePrecision: answers.placePrecision ?? placed.placePrecision,
})

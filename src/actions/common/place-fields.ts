import type { AreaOfPoint, PointTyped } from '#domain/place/asked'
import type { Project } from '#domain/project'
import {
  type LatLong,
  isInBritain,
  NO_LAT_LONG,
  NOT_IN_BRITAIN,
  parseLatLong,
  showLatLong,
} from '#domain/place/lat-long'
import {
  type GridSquare,
  NO_GRID_REFERENCE,
  parseGridReference,
  showGridReference,
} from '#domain/place/grid-reference'
import {
  PLACE_PRECISION_LABELS,
  PLACE_PRECISIONS,
  type PlacePrecision,
  shownPrecision,
} from '#domain/place/precision'
import { metresOnGrid } from '#domain/place/outline'
import type { Round } from '#domain/round'
import type { BoundaryOf } from '#domain/site-boundary'
import type { SiteOutline } from '#domain/site-outline'
import { trimmedText } from '#contract/rules'
import type { Read } from '../kit/changes.ts'
import { oneOf, optional, text } from '../kit/fields.ts'

const coordinates = {
  ...text('Latitude and longitude', {
    hint: 'In place of a grid reference, or as well: such as 50.98698, -2.80419, as maps on phones give it.',
  }),
  rule: trimmedText
    .refine(typed => parseLatLong(typed) !== null, NO_LAT_LONG)
    .refine(typed => {
      const point = parseLatLong(typed)
      return point === null || isInBritain(point)
    }, NOT_IN_BRITAIN),
  toSaved: (typed: string): LatLong => parseLatLong(typed) ?? { latitude: NaN, longitude: NaN },
  toDraft: (point: LatLong): string => showLatLong(point),
}

/** The questions of where a thing lies. */
export const pointFields = {
  gridReference: optional(
    text('Grid reference', {
      rule: trimmedText.refine(typed => parseGridReference(typed) !== null, NO_GRID_REFERENCE),
      hint: 'Of its middle, by the National Grid: two letters and four to ten figures, such as ST 436 211.',
      toSaved: typed => {
        const square = parseGridReference(typed)
        return square ? showGridReference(square) : typed
      },
    }),
  ),
  coordinates: optional(coordinates),
}

/** The question of how precisely others are told of it; `given` must hold `leastPrecisionIn` its round. */
export const precisionAsked = optional({
  ...oneOf('How precisely others are told', PLACE_PRECISIONS, PLACE_PRECISION_LABELS),
  hint: 'You, your agent, the market operator and the planning authority of the area always see the exact place.',
})

/** How precisely places are told in a round at the least. */
export const leastPrecisionIn = async (
  read: Read,
  { marketId }: Round,
): Promise<{ leastPrecision: PlacePrecision }> => ({
  leastPrecision: (await read.one('market', marketId))?.placePrecision ?? 'catchment',
})

/** Says where the market tells more than the owner chose. */
export const warnPrecision = (
  { placePrecision }: { placePrecision?: PlacePrecision | null },
  { leastPrecision }: { leastPrecision: PlacePrecision },
): { placePrecision?: string } =>
  placePrecision && shownPrecision(placePrecision, leastPrecision) !== placePrecision
    ? {
        placePrecision: `This market tells more: ${PLACE_PRECISION_LABELS[leastPrecision].toLowerCase()}`,
      }
    : {}

/** What stands beside a point: what it proposes for the areas, which are asked for by these names. */
export const besidePoint = <N extends string>(
  answers: { gridReference?: string | null; coordinates?: string | null } & { [A in N]?: string | null },
  names: Readonly<Record<AreaOfPoint, N>>,
): { coordinates?: PointTyped } => {
  const { gridReference, coordinates: typed } = answers
  const area = (of: AreaOfPoint) => ({ name: names[of], chosen: answers[names[of]] ?? undefined })
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

/** The first answer to where it is: the point that is stored. */
export const firstCoordinates = (placed: Placed): string | null => {
  const point = pointIn(placed)
  return point && showLatLong(point)
}

/** What the answers say of the point: where it is, or how far the two that were given lie apart, in metres. */
interface PointFound {
  point: LatLong | null
  apart: number | null
}

interface PlaceValues {
  gridReference: string | null
  coordinates: LatLong | null
}

/** As exact as a conversion is, and a typed point with it: so many metres beside its square are still in it. */
const SLACK = 10

/**
 * Where a thing is by what was answered. A grid reference that was changed goes before a point that was left as it stood; else
 * both must agree. The conversion is only loaded where this runs, on the server.
 */
export const pointOf = async (placed: Placed, values: PlaceValues): Promise<PointFound> => {
  const square = values.gridReference === null ? null : parseGridReference(values.gridReference)
  const typed = values.coordinates
  if (!square) return { point: typed, apart: null }
  const { gridOf, middleOf } = await import('#domain/place/osgb')
  const stored = pointIn(placed)
  const isAsStored = typed !== null && stored !== null && showLatLong(typed) === showLatLong(stored)
  if (typed === null || (isAsStored && values.gridReference !== placed.gridReference))
    return { point: middleOf(square), apart: null }
  const { easting, northing } = gridOf(typed)
  const half = square.size / 2
  const [east, north] = [easting - square.easting - half, northing - square.northing - half]
  const agrees = Math.max(Math.abs(east), Math.abs(north)) <= half + SLACK
  return agrees
    ? { point: isAsStored ? stored : typed, apart: null }
    : { point: null, apart: Math.hypot(east, north) }
}

/** The square in which a thing is said to lie; null where nothing says so. The conversion is only loaded where this runs, on the server. */
export const squareSaid = async (placed: Placed): Promise<GridSquare | null> => {
  const square = placed.gridReference === null ? null : parseGridReference(placed.gridReference)
  const point = pointIn(placed)
  return square ?? (point && (await import('#domain/place/osgb')).squareAround(point, SLACK))
}

/** A distance in metres as people say it: `180 m`, `47.3 km`. */
export const inWords = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres)} m` : `${Math.round(metres / 100) / 10} km`

/** Refuses a grid reference and a point that lie apart. */
export const refuseApart = ({ apart }: PointFound): { coordinates?: string } =>
  apart === null
    ? {}
    : {
        coordinates: `This point is ${inWords(apart)} away from the grid reference. Correct one of them, or leave one empty.`,
      }

/** Facts that a place is checked against before it is saved: the answers, and the present boundary. */
interface PlaceRead {
  found: PointFound
  outline: SiteOutline | null
  square: GridSquare | null
}

/** Reads the facts that a given place must agree with. */
export const placeRead = async (
  read: Read,
  of: BoundaryOf,
  placed: Placed,
  values: PlaceValues,
): Promise<PlaceRead> => {
  const [found, boundary] = await Promise.all([pointOf(placed, values), read.one('siteBoundary', of)])
  const square = await squareSaid({
    gridReference: values.gridReference,
    latitude: found.point?.latitude ?? null,
    longitude: found.point?.longitude ?? null,
  })
  return { found, outline: boundary?.outline ?? null, square }
}

/** Refuses a point that lies apart from its grid reference, and a place that is far from the site boundary. */
export const refusePlace = ({
  found,
  outline,
  square,
}: PlaceRead): { coordinates?: string; gridReference?: string } => {
  const far = farApart(square, outline)
  return far === null
    ? refuseApart(found)
    : {
        gridReference: `This place is ${inWords(far)} away from the site boundary. Correct it, or take the boundary away first.`,
      }
}

/** Metres by which a site’s location may lie outside its boundary, such as at its gate or in its village. */
const NEAR = 1000

/** How far a square is from an outline in metres, where that is more than can be meant; null otherwise. */
export const farApart = (square: GridSquare | null, outline: SiteOutline | null): number | null => {
  if (!square || !outline) return null
  const half = square.size / 2
  const middle = { easting: square.easting + half, northing: square.northing + half }
  const metres = metresOnGrid(middle, outline) - half * Math.SQRT2
  return metres > NEAR ? metres : null
}

/** The columns that the answers of place come to. */
export const placeColumns = (
  placed: { placePrecision: PlacePrecision },
  answers: { gridReference: string | null; placePrecision: PlacePrecision | null },
  { point }: PointFound,
) => ({
  gridReference: answers.gridReference,
  latitude: point?.latitude ?? null,
  longitude: point?.longitude ?? null,
  placePrecision: answers.placePrecision ?? placed.placePrecision,
})

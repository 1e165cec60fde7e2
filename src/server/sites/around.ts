import type { LatLong } from '#domain/place/lat-long'
import { latLongToGrid, gridToLatLong } from '#domain/place/osgb'
import { boundingBox as boxOfDegrees, type Outline } from '#domain/place/outline'
import {
  outlineArea,
  type GridBox,
  gridBoundingBox,
  type GridPoint,
  type SiteOutline,
} from '#domain/land/site-outline'
import type { Units } from '@credit-market/values/units'
import { readBoundaryShapes } from '../place/boundaries.ts'
import { areaOutsideOutlines, sharedAreaOutside, clipToBox } from './clip.ts'

/** Margin of land around a site: twice its own size, and at least this many metres. */
const AROUND = 2
const LEAST = 300

type Degrees = readonly [west: number, south: number, east: number, north: number]

/** A part of the map around a site, on the National Grid and in degrees. */
export interface Surroundings {
  grid: GridBox
  degrees: Degrees
}

/** The part of the map that contains a site, its point and the land around them. */
const surroundingsOf = (outline: SiteOutline, point: GridPoint | null): Surroundings => {
  const { west, south, east, north } = gridBoundingBox(point ? [...outline, [[point]]] : outline)
  const more = Math.max(LEAST, AROUND * Math.max(east - west, north - south))
  const grid = { west: west - more, south: south - more, east: east + more, north: north + more }
  const corners = [
    [grid.west, grid.south],
    [grid.west, grid.north],
    [grid.east, grid.south],
    [grid.east, grid.north],
  ] as const
  const degrees = boxOfDegrees([
    [
      corners.map(([easting, northing]) => {
        const { longitude, latitude } = gridToLatLong({ easting, northing })
        return [longitude, latitude]
      }),
    ],
  ])
  return { grid, degrees }
}

/** The part of an authority's outline within the surroundings of a site. */
interface AuthorityNear {
  id: string
  name: string
  isPark: boolean
  /** In degrees. */
  outline: [number, number][][][]
  grid: SiteOutline
}

/** Converts an outline in degrees to the National Grid. */
const toGrid = (outline: Outline): SiteOutline =>
  outline.map(rings =>
    rings.map(ring =>
      ring.map(([longitude, latitude]): GridPoint => {
        const { easting, northing } = latLongToGrid({ latitude, longitude } satisfies LatLong)
        return [easting, northing]
      }),
    ),
  )

/** The part of some outlines in degrees within the surroundings, on the National Grid. */
export const cutOutlinesToSurroundings = (
  outlines: readonly Outline[],
  { degrees }: Surroundings,
): SiteOutline[] => outlines.map(outline => toGrid(clipToBox(outline, degrees))).filter(one => one.length > 0)

/** An authority near a site, and how much of the site it plans for. */
export interface AuthorityShare extends AuthorityNear {
  area: Units
}

/** A site with its area and surroundings; authorities' shares are calculated on demand. */
export interface SurveyedSite {
  outline: SiteOutline
  total: Units
  /** Square metres of the site outside some outlines. */
  areaOutside: (others: readonly SiteOutline[]) => Units
  around: Surroundings
  shares: () => readonly AuthorityShare[]
}

/**
 * Corners of a long boundary that are compared with outlines of areas; more are not needed, since these are
 * simplified.
 */
const MOST_CORNERS = 400

const coarse = (outline: SiteOutline): SiteOutline => {
  const every = Math.ceil(outline.flat(2).length / MOST_CORNERS)
  return outline.map(area =>
    area.map(ring => {
      const chosen = ring.slice(0, -1).filter((_, at) => at % every === 0)
      return chosen.length < 3 ? ring : [...chosen, chosen[0]!]
    }),
  )
}

/** Prepares a site and its surroundings for a survey. */
export const prepareSurvey = (outline: SiteOutline, point: GridPoint | null): SurveyedSite => {
  const around = surroundingsOf(outline, point)
  const total = outlineArea(outline)
  const compared = coarse(outline)
  const ofTotal = (area: Units): Units => Math.round((area * total) / outlineArea(compared))
  let shares: AuthorityShare[] | undefined
  return {
    ...{ outline, total, around },
    areaOutside: others => ofTotal(areaOutsideOutlines(compared, others)),
    shares: () =>
      (shares ??= sharesOf(compared, around).map(share => ({ ...share, area: ofTotal(share.area) }))),
  }
}

/**
 * The part of a site that each nearby authority plans for: a national park takes precedence over the district that it
 * overlies.
 */
const sharesOf = (outline: SiteOutline, around: Surroundings): AuthorityShare[] => {
  const authorities = authoritiesNear(around)
  const box = gridBoundingBox(outline)
  const isOver = ({ grid }: AuthorityNear) => boxesIntersect(box, gridBoundingBox(grid))
  const parks = authorities.filter(one => one.isPark && isOver(one)).map(({ grid }) => grid)
  return authorities.map(one => ({
    ...one,
    area: isOver(one) ? sharedAreaOutside(outline, one.grid, one.isPark ? [] : parks) : 0,
  }))
}

/** True if two boxes have a point in common. */
export const boxesIntersect = (one: GridBox, other: GridBox): boolean =>
  one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north

/** Planning authorities within the surroundings, national parks first, with the parts of their outlines there. */
const authoritiesNear = ({ degrees }: Surroundings): AuthorityNear[] => {
  const [west, south, east, north] = degrees
  return (['national-parks', 'lpas'] as const).flatMap(set =>
    readBoundaryShapes(set)
      .filter(({ box }) => box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south)
      .flatMap(({ id = '', name = '', outline: whole }) => {
        const outline = clipToBox(whole, degrees)
        const isPark = set === 'national-parks'
        const called = isPark ? `${name} National Park` : name
        return outline.length === 0 ? [] : [{ id, name: called, isPark, outline, grid: toGrid(outline) }]
      }),
  )
}

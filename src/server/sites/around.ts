import type { LatLong } from '#domain/place/lat-long'
import { gridOf, latLongOf } from '#domain/place/osgb'
import { boxOf as boxOfDegrees, type Outline } from '#domain/place/outline'
import { areaOf, type Box, boxOf, type GridPoint, type SiteOutline } from '#domain/site-outline'
import type { Units } from '#domain/units'
import { shapesOf } from '../place/boundaries.ts'
import { areaOutside, sharedAreaOutside, within } from './clip.ts'

/** So much land around a site belongs to its surroundings: twice its own size, and at least so many metres. */
const AROUND = 2
const LEAST = 300

type Degrees = readonly [west: number, south: number, east: number, north: number]

/** A part of the map around a site, on the National Grid and in degrees. */
export interface Surroundings {
  grid: Box
  degrees: Degrees
}

/** The part of the map that holds a site, a point of it and the land around. */
const surroundingsOf = (outline: SiteOutline, point: GridPoint | null): Surroundings => {
  const { west, south, east, north } = boxOf(point ? [...outline, [[point]]] : outline)
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
        const { longitude, latitude } = latLongOf({ easting, northing })
        return [longitude, latitude]
      }),
    ],
  ])
  return { grid, degrees }
}

/** The part of an authority's outline within some surroundings. */
interface AuthorityNear {
  id: string
  name: string
  isPark: boolean
  /** In degrees. */
  outline: [number, number][][][]
  grid: SiteOutline
}

/** An outline in degrees, on the National Grid. */
const toGrid = (outline: Outline): SiteOutline =>
  outline.map(rings =>
    rings.map(ring =>
      ring.map(([longitude, latitude]): GridPoint => {
        const { easting, northing } = gridOf({ latitude, longitude } satisfies LatLong)
        return [easting, northing]
      }),
    ),
  )

/** The part of some outlines in degrees within surroundings, on the National Grid. */
export const nearOnGrid = (outlines: readonly Outline[], { degrees }: Surroundings): SiteOutline[] =>
  outlines.map(outline => toGrid(within(outline, degrees))).filter(one => one.length > 0)

/** An authority near a site, and how much of the site it plans for. */
export interface Share extends AuthorityNear {
  area: Units
}

/** A site with its area and the land around it; the shares of authorities in it are worked out when they are asked for. */
export interface SurveyedSite {
  outline: SiteOutline
  total: Units
  /** Square metres of the site that lie outside some outlines. */
  areaOutside: (others: readonly SiteOutline[]) => Units
  around: Surroundings
  shares: () => readonly Share[]
}

/** So many corners of a long line are compared with outlines of areas, which are simplified anyway. */
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

/** A site, with its surroundings ready to be looked at. */
export const surveyedSite = (outline: SiteOutline, point: GridPoint | null): SurveyedSite => {
  const around = surroundingsOf(outline, point)
  const total = areaOf(outline)
  const compared = coarse(outline)
  const ofTotal = (area: Units): Units => Math.round((area * total) / areaOf(compared))
  let shares: Share[] | undefined
  return {
    ...{ outline, total, around },
    areaOutside: others => ofTotal(areaOutside(compared, others)),
    shares: () =>
      (shares ??= sharesOf(compared, around).map(share => ({ ...share, area: ofTotal(share.area) }))),
  }
}

/** How much of a site each authority near it plans for: a national park before the district that it overlies. */
const sharesOf = (outline: SiteOutline, around: Surroundings): Share[] => {
  const authorities = authoritiesNear(around)
  const box = boxOf(outline)
  const isOver = ({ grid }: AuthorityNear) => meet(box, boxOf(grid))
  const parks = authorities.filter(one => one.isPark && isOver(one)).map(({ grid }) => grid)
  return authorities.map(one => ({
    ...one,
    area: isOver(one) ? sharedAreaOutside(outline, one.grid, one.isPark ? [] : parks) : 0,
  }))
}

/** Do two boxes have a point in common? */
export const meet = (one: Box, other: Box): boolean =>
  one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north

/** The planning authorities within some surroundings, national parks first, with the parts of their outlines that are there. */
const authoritiesNear = ({ degrees }: Surroundings): AuthorityNear[] => {
  const [west, south, east, north] = degrees
  return (['national-parks', 'lpas'] as const).flatMap(set =>
    shapesOf(set)
      .filter(({ box }) => box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south)
      .flatMap(({ id = '', name = '', outline: whole }) => {
        const outline = within(whole, degrees)
        const isPark = set === 'national-parks'
        const called = isPark ? `${name} National Park` : name
        return outline.length === 0 ? [] : [{ id, name: called, isPark, outline, grid: toGrid(outline) }]
      }),
  )
}

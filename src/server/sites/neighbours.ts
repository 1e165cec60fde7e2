import { sql } from 'kysely'
import { COMPASS_POINTS, type SiteSurvey } from '#contract/kit/site-boundary'
import type { Actor } from '#domain/people/actor'
import { type StoredPlace, reducePlacePrecision } from '#domain/place/disclosed'
import { distanceOnGrid } from '#domain/place/outline'
import type { PlacePrecision } from '#domain/place/precision'
import { SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { type GridBox, gridBoundingBox, type SiteOutline } from '#domain/land/site-outline'
import { unitsToNumber } from '@credit-market/values/units'
import type { StoreTransaction } from '../store/store.ts'
import { outlineToGeoJson } from './site.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'
import { boxesIntersect } from './around.ts'
import { sharedAreaOfOutlines, clipToBox } from './clip.ts'

type Neighbour = SiteSurvey['neighbours'][number]

/** Limit of neighbours that are listed. */
const MOST = 20
/** Boundaries of each kind that are compared, the nearest first; the reader may not see all of them. */
const MOST_LOOKED_AT = 100
/** Corners of a long boundary that distances are measured from. */
const MOST_CORNERS = 60

const SOLD = { project: SOLD_PROJECT_STATUSES, requirement: SOLD_REQUIREMENT_STATUSES } as const
const KINDS = ['project', 'requirement'] as const

interface Row extends StoredPlace, GridBox {
  id: string
  name: string
  outline: SiteOutline
  isReadable: boolean
  least: PlacePrecision
}

/**
 * Boundaries within a box that the reader may see exactly: those it may read, and those that the public register
 * shows exactly.
 */
const boundariesIn = async (
  tx: StoreTransaction,
  kind: Neighbour['kind'],
  { west, south, east, north }: GridBox,
  but: string,
  reader: Actor,
): Promise<Row[]> => {
  const its = sql.table(kind)
  const { rows } = await sql<Row>`
    select ${its}.id, ${its}.name, site.outline, site.west, site.south, site.east, site.north, ${its}.grid_reference, ${its}.latitude, ${its}.longitude,
      ${its}.place_precision, market.place_precision as least, ${visibleToActorSql(kind, reader)} as is_readable
    from site_boundary site join ${its} on ${its}.id = site.${sql.ref(`${kind}Id`)}
      join round on round.id = ${its}.round_id join market on market.id = round.market_id
    where box(point(site.west, site.south), point(site.east, site.north))
        && box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))
      and ${its}.id <> ${but} and (${visibleToActorSql(kind, reader)} or ${its}.status::text = any(${SOLD[kind]}::text[]))
    order by power((site.west + site.east - ${west + east}::float8) / 2, 2)
      + power((site.south + site.north - ${south + north}::float8) / 2, 2), ${its}.id
    limit ${MOST_LOOKED_AT}`.execute(tx.db)
  return rows.filter(
    ({ isReadable, least, ...placed }) =>
      isReadable || reducePlacePrecision(placed, least).precision === 'exact',
  )
}

const middleOf = ({ west, south, east, north }: GridBox) => [(west + east) / 2, (south + north) / 2] as const

/** Compass direction from one box to another. */
const directionTo = (from: GridBox, to: GridBox): Neighbour['direction'] => {
  const [[x, y], [toX, toY]] = [middleOf(from), middleOf(to)]
  const turns = Math.atan2(toX - x, toY - y) / (2 * Math.PI)
  return COMPASS_POINTS.at(Math.round(turns * COMPASS_POINTS.length) % COMPASS_POINTS.length) ?? 'N'
}

/** Shortest distance in metres from evenly sampled corners of one outline to another. */
const metresFromCorners = (one: SiteOutline, other: SiteOutline): number => {
  const corners = one.flat(2)
  const every = Math.ceil(corners.length / MOST_CORNERS)
  return corners
    .filter((_, at) => at % every === 0)
    .reduce(
      (least, [easting, northing]) => Math.min(least, distanceOnGrid({ easting, northing }, other)),
      Infinity,
    )
}

/** Metres between two outlines; 0 if they meet. */
const metresBetween = (one: SiteOutline, other: SiteOutline): number =>
  Math.min(metresFromCorners(one, other), metresFromCorners(other, one))

/** Boundaries around a site that the reader may see exactly, the nearest first. */
export const listNeighbouringBoundaries = async (
  tx: StoreTransaction,
  { outline, around, id }: { outline: SiteOutline; around: GridBox; id: string },
  reader: Actor,
): Promise<Neighbour[]> => {
  const found = await Promise.all(
    KINDS.map(async kind =>
      (await boundariesIn(tx, kind, around, id, reader)).flatMap((row): Neighbour[] => {
        const near = clipToBox(row.outline, [around.west, around.south, around.east, around.north])
        if (near.length === 0) return []
        const shared = boxesIntersect(gridBoundingBox(outline), row)
          ? sharedAreaOfOutlines(outline, row.outline)
          : 0
        return [
          {
            ...{ kind, id: row.id, name: row.name, sharedHectares: unitsToNumber(shared) },
            metres: shared > 0 ? 0 : Math.round(metresBetween(outline, near)),
            direction: directionTo(gridBoundingBox(outline), row),
            boundary: outlineToGeoJson(near),
          },
        ]
      }),
    ),
  )
  return found
    .flat()
    .toSorted((one, other) => one.metres - other.metres || one.id.localeCompare(other.id))
    .slice(0, MOST)
}

import { sql } from 'kysely'
import { COMPASS, type SiteSurvey } from '#contract/site-boundary'
import type { Actor } from '#domain/actor'
import { type Placed, placeForOthers } from '#domain/place/disclosed'
import { metresOnGrid } from '#domain/place/outline'
import type { PlacePrecision } from '#domain/place/precision'
import { SOLD_PROJECTS } from '#domain/project'
import { SOLD_REQUIREMENTS } from '#domain/requirement'
import { type Box, boxOf, type SiteOutline } from '#domain/site-outline'
import { quantityOf } from '#domain/units'
import type { Tx } from '../store/store.ts'
import { geometryOf } from '../views/site.ts'
import { visibleTo } from '../views/visible.ts'
import { meet } from './around.ts'
import { sharedArea, within } from './clip.ts'

type Neighbour = SiteSurvey['neighbours'][number]

/** More neighbours than these nobody reads. */
const MOST = 20
/** So many boundaries of a kind are looked at, the nearest first: not all of them may be told. */
const MOST_LOOKED_AT = 100
/** Corners of a long boundary from which distances are measured. */
const MOST_CORNERS = 60

const SOLD = { project: SOLD_PROJECTS, requirement: SOLD_REQUIREMENTS } as const
const KINDS = ['project', 'requirement'] as const

interface Row extends Placed, Box {
  id: string
  name: string
  outline: SiteOutline
  isReadable: boolean
  least: PlacePrecision
}

/** Boundaries within a box of which the reader is told exactly: what it may read, and what the public register tells exactly. */
const boundariesIn = async (
  tx: Tx,
  kind: Neighbour['kind'],
  { west, south, east, north }: Box,
  but: string,
  reader: Actor,
): Promise<Row[]> => {
  const its = sql.table(kind)
  const { rows } = await sql<Row>`
    select ${its}.id, ${its}.name, site.outline, site.west, site.south, site.east, site.north, ${its}.grid_reference, ${its}.latitude, ${its}.longitude,
      ${its}.place_precision, market.place_precision as least, ${visibleTo(kind, reader)} as is_readable
    from site_boundary site join ${its} on ${its}.id = site.${sql.ref(`${kind}Id`)}
      join round on round.id = ${its}.round_id join market on market.id = round.market_id
    where box(point(site.west, site.south), point(site.east, site.north))
        && box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))
      and ${its}.id <> ${but} and (${visibleTo(kind, reader)} or ${its}.status::text = any(${SOLD[kind]}::text[]))
    order by power((site.west + site.east - ${west + east}::float8) / 2, 2)
      + power((site.south + site.north - ${south + north}::float8) / 2, 2), ${its}.id
    limit ${MOST_LOOKED_AT}`.execute(tx.db)
  return rows.filter(
    ({ isReadable, least, ...placed }) => isReadable || placeForOthers(placed, least).precision === 'exact',
  )
}

const middleOf = ({ west, south, east, north }: Box) => [(west + east) / 2, (south + north) / 2] as const

/** The point of the compass in which one box lies from another. */
const directionTo = (from: Box, to: Box): Neighbour['direction'] => {
  const [[x, y], [toX, toY]] = [middleOf(from), middleOf(to)]
  const turns = Math.atan2(toX - x, toY - y) / (2 * Math.PI)
  return COMPASS.at(Math.round(turns * COMPASS.length) % COMPASS.length) ?? 'N'
}

/** The nearest that corners of one outline, evenly chosen, come to another, in metres. */
const metresFromCorners = (one: SiteOutline, other: SiteOutline): number => {
  const corners = one.flat(2)
  const every = Math.ceil(corners.length / MOST_CORNERS)
  return corners
    .filter((_, at) => at % every === 0)
    .reduce(
      (least, [easting, northing]) => Math.min(least, metresOnGrid({ easting, northing }, other)),
      Infinity,
    )
}

/** Metres between two outlines, none where they meet. */
const metresBetween = (one: SiteOutline, other: SiteOutline): number =>
  Math.min(metresFromCorners(one, other), metresFromCorners(other, one))

/** The boundaries around a site that the reader is told exactly, the nearest first. */
export const neighboursOf = async (
  tx: Tx,
  { outline, around, id }: { outline: SiteOutline; around: Box; id: string },
  reader: Actor,
): Promise<Neighbour[]> => {
  const found = await Promise.all(
    KINDS.map(async kind =>
      (await boundariesIn(tx, kind, around, id, reader)).flatMap((row): Neighbour[] => {
        const near = within(row.outline, [around.west, around.south, around.east, around.north])
        if (near.length === 0) return []
        const shared = meet(boxOf(outline), row) ? sharedArea(outline, row.outline) : 0
        return [
          {
            ...{ kind, id: row.id, name: row.name, sharedHectares: quantityOf(shared) },
            metres: shared > 0 ? 0 : Math.round(metresBetween(outline, near)),
            direction: directionTo(boxOf(outline), row),
            boundary: geometryOf(near),
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

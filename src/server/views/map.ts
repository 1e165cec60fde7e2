import { type RawBuilder, sql } from 'kysely'
import { type Mark, type MarkOf, type Marks, MOST_MARKS } from '#contract/map'
import type { Actor } from '#domain/actor'
import type { CreditType } from '#domain/credit-type'
import type { PlacePrecision } from '#domain/place/precision'
import { markForOthers } from '../place/shown-place.ts'
import type { ViewContext } from './context.ts'
import { type AnyListing, type ListQuery, parseListRequest, totalOf } from './lists/listing.ts'

interface Row extends Pick<Mark, 'id' | 'name'> {
  status: Mark['status']
  types: CreditType[]
  latitude: string
  longitude: string
  placePrecision: PlacePrecision
  least: PlacePrecision
}

const TYPES: Record<Mark['kind'], RawBuilder<unknown>> = {
  project: sql`project.credit_types`,
  requirement: sql`array_remove(array[requirement.credit_type::text], null)`,
}

/**
 * Where the things are that a query selects of a list of projects or requirements, by name. Whoever may read a thing whole
 * sees it where it is; in `public` it is put as exactly as its owner and its market let others know.
 */
export const marksOf = async <K extends Mark['kind']>(
  listing: AnyListing & { noun: { kind: K } },
  query: ListQuery,
  reader: Actor,
  context: ViewContext,
  told: 'whole' | 'in public',
): Promise<Marks<MarkOf<K>>> => {
  const { kind } = listing.noun
  const table = sql.table(kind)
  const { conditions } = parseListRequest(listing, query, reader, context.on)
  const [total, { rows }] = await Promise.all([
    totalOf(listing, query, reader, context),
    sql<Row>`select ${table}.id, ${table}.name, ${table}.status, ${TYPES[kind]} as types,
        ${table}.latitude, ${table}.longitude, ${table}.place_precision as "placePrecision",
        (select market.place_precision from round join market on market.id = round.market_id
          where round.id = ${table}.round_id) as least
      from ${table} where ${conditions} and ${table}.latitude is not null
      order by ${table}.name, ${table}.id limit ${MOST_MARKS}`.execute(context.db),
  ])
  const items = rows.flatMap(({ types, placePrecision, least, ...row }) => {
    const point = { latitude: Number(row.latitude), longitude: Number(row.longitude) }
    const seen =
      told === 'whole'
        ? { ...point, precision: 'exact' as const }
        : markForOthers({ ...point, placePrecision, gridReference: null }, least)
    return seen ? ({ ...row, kind, creditTypes: types, ...seen } as MarkOf<K>) : []
  })
  return { items, total, unplaced: rows.length < MOST_MARKS ? Math.max(0, total - items.length) : 0 }
}

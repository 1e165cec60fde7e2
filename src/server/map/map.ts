import { type RawBuilder, sql } from 'kysely'
import { type MapMark, type MapMarkOf, type MapMarks, MAX_MARKS } from '#contract/public/map'
import type { Actor } from '#domain/people/actor'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { PlacePrecision } from '#domain/place/precision'
import { disclosedMapMark } from '../place/shown-place.ts'
import type { ViewContext } from '../views/kit/context.ts'
import {
  type AnyListing,
  type ListQuery,
  parseListRequest,
  countSelectedRows,
} from '../views/listing/listing.ts'

interface Row extends Pick<MapMark, 'id' | 'name'> {
  status: MapMark['status']
  types: CreditType[]
  latitude: string
  longitude: string
  placePrecision: PlacePrecision
  least: PlacePrecision
}

const TYPES: Record<MapMark['kind'], RawBuilder<unknown>> = {
  project: sql`project.credit_types`,
  requirement: sql`array_remove(array[requirement.credit_type::text], null)`,
}

/**
 * Marks of the projects or requirements that a list query selects, by name. Readers with full access to an item see
 * its exact location; in `public`, locations are as precise as the owner and the market disclose.
 */
export const readMapMarks = async <K extends MapMark['kind']>(
  listing: AnyListing & { noun: { kind: K } },
  query: ListQuery,
  reader: Actor,
  context: ViewContext,
  told: 'whole' | 'in public',
): Promise<MapMarks<MapMarkOf<K>>> => {
  const { kind } = listing.noun
  const table = sql.table(kind)
  const { conditions } = parseListRequest(listing, query, reader, context.on)
  const [total, { rows }] = await Promise.all([
    countSelectedRows(listing, query, reader, context),
    sql<Row>`select ${table}.id, ${table}.name, ${table}.status, ${TYPES[kind]} as types,
        ${table}.latitude, ${table}.longitude, ${table}.place_precision as "placePrecision",
        (select market.place_precision from round join market on market.id = round.market_id
          where round.id = ${table}.round_id) as least
      from ${table} where ${conditions} and ${table}.latitude is not null
      order by ${table}.name, ${table}.id limit ${MAX_MARKS}`.execute(context.db),
  ])
  const items = rows.flatMap(({ types, placePrecision, least, ...row }) => {
    const point = { latitude: Number(row.latitude), longitude: Number(row.longitude) }
    const seen =
      told === 'whole'
        ? { ...point, precision: 'exact' as const }
        : disclosedMapMark({ ...point, placePrecision, gridReference: null }, least)
    return seen ? ({ ...row, kind, creditTypes: types, ...seen } as MapMarkOf<K>) : []
  })
  return { items, total, unplaced: rows.length < MAX_MARKS ? Math.max(0, total - items.length) : 0 }
}

import { type Kysely, sql } from 'kysely'
import type { EstimatePlace } from '#contract/public/estimates'
import type { IdAndName } from '#contract/kit/values'
import { suggestPlanningAuthorities } from '../place/authorities-meant.ts'
import { proposeAreasOfLocation } from '../place/place.ts'
import type { Database } from '../store/tables/tables.ts'
import {
  ambiguousPlace,
  PLACE_MISSING,
  PLACE_OUTSIDE_ENGLAND,
  POSTCODE_UNKNOWN,
  unknownPlace,
} from './messages.ts'

type FoundPlace = EstimatePlace | { error: string }

/** A whole postcode, such as TA1 1AA: no grid reference ends in the same way. */
const POSTCODE = /^[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}$/i

const MOST_NAMED = 4

/** Shorter texts occur in too many names. */
const SHORTEST = 3

/** An area whose name was typed; a subcatchment with its catchment. */
interface NamedArea extends IdAndName {
  kind: 'lpa' | 'subcatchment'
  catchment: string | null
}

const allAreas = async (db: Kysely<Database>): Promise<NamedArea[]> => {
  const { rows } = await sql<NamedArea>`
    select 'lpa' as kind, id, name, null as catchment from lpa where active
    union all select 'subcatchment', id, name, catchment from subcatchment where active
    order by name`.execute(db)
  return rows
}

const ofAuthority = (label: string, lpa: IdAndName): EstimatePlace => ({
  label,
  lpa: { id: lpa.id, name: lpa.name },
  nca: null,
  subcatchments: [],
  catchments: [],
})

const ofSubcatchments = (label: string, its: readonly NamedArea[]): EstimatePlace => ({
  label,
  lpa: null,
  nca: null,
  subcatchments: its.map(({ id, name }) => ({ id, name })),
  catchments: [...new Set(its.flatMap(({ catchment }) => catchment ?? []))],
})

const byPoint = async (db: Kysely<Database>, typed: string): Promise<FoundPlace | null> => {
  const found = await proposeAreasOfLocation(db, { gridReference: typed, coordinates: typed })
  if (!found) return null
  const { lpa, nca, subcatchment, catchments, gridReference } = found
  if (!lpa) return { error: PLACE_OUTSIDE_ENGLAND }
  const label = `${gridReference}, ${lpa.name}`
  return { label, lpa, nca, subcatchments: subcatchment ? [subcatchment] : [], catchments }
}

const isNamed = (name: string | null, said: string): boolean => name?.toLowerCase() === said

/** Splits “Stone, Stafford” into a town and its authority. */
const withAuthority = (typed: string): readonly [town: string, authority: string] => {
  const [town = '', ...rest] = typed.split(',')
  return [town.trim(), rest.join(',').trim().toLowerCase()]
}

/** “Somerset Council” and “Taunton Deane Borough Council” without the kind of council. */
const withoutCouncil = (typed: string): string =>
  typed.replace(/(?: (?:county|city|borough|district|metropolitan))* council$/i, '')

const byName = async (db: Kysely<Database>, typed: string): Promise<FoundPlace> => {
  const areas = await allAreas(db)
  const [town, authority] = withAuthority(typed)
  const [whole, said] = [typed.toLowerCase(), town.toLowerCase()]
  const exact = areas.find(({ kind, name }) => kind === 'lpa' && isNamed(name, whole))
  if (exact) return ofAuthority(exact.name, exact)
  const parts = areas.filter(({ name, kind }) => kind === 'subcatchment' && isNamed(name, whole))
  if (parts.length > 0) return ofSubcatchments(parts[0]!.name, parts)
  const entire = areas.filter(({ catchment }) => isNamed(catchment, whole))
  if (entire.length > 0) return ofSubcatchments(entire[0]!.catchment ?? typed, entire)
  const suggested = new Set((await suggestPlanningAuthorities(town, db)).map(({ id }) => id))
  const towns = areas.filter(
    ({ kind, id, name }) => kind === 'lpa' && suggested.has(id) && name.toLowerCase().startsWith(authority),
  )
  if (towns.length === 1) return ofAuthority(`${town}, ${towns[0]!.name}`, towns[0]!)
  if (towns.length > 1)
    return {
      error: ambiguousPlace(
        town,
        towns.slice(0, MOST_NAMED).map(({ name }) => name),
      ),
    }
  const like = said.length < SHORTEST ? [] : areas.filter(({ name }) => name.toLowerCase().includes(said))
  if (like.length === 1)
    return like[0]!.kind === 'lpa'
      ? ofAuthority(like[0]!.name, like[0]!)
      : ofSubcatchments(like[0]!.name, like)
  return { error: unknownPlace(typed) }
}

/**
 * Finds the place of an estimate: a point, a planning authority, a town, a former district, a subcatchment or a catchment; or
 * returns a sentence with an example.
 */
export const findEstimatePlace = async (db: Kysely<Database>, text: string): Promise<FoundPlace> => {
  const typed = text.trim().replace(/\s+/g, ' ')
  if (typed === '') return { error: PLACE_MISSING }
  if (POSTCODE.test(typed)) return { error: POSTCODE_UNKNOWN }
  return (await byPoint(db, typed)) ?? byName(db, withoutCouncil(typed))
}

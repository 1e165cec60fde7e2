import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { type Kysely, sql } from 'kysely'
import { parseGridReference, showGridReference } from '#domain/place/grid-reference'
import { isInBritain, parseLatLong, showLatLong } from '#domain/place/lat-long'
import { middleOf } from '#domain/place/osgb'
import { refdataDir } from '../places.ts'
import type { Database } from '../store/tables.ts'
import { areasAt } from './boundaries.ts'
import { townsCalled } from './towns.ts'

/** A planning authority that a text means without naming it, and why. */
export interface AuthorityMeant {
  kind: 'lpa'
  id: string
  why: string
}

interface Former {
  name: string
  fullName: string
  successor: string
}

let former: readonly Former[] | undefined
/** The districts that were merged into other authorities: most bear the name of a town. */
const formerDistricts = (): readonly Former[] => {
  former ??= parse<Former>(readFileSync(join(refdataDir, 'lpas_retired.csv')), { columns: true, bom: true })
  return former
}

/** Shorter texts are in too many names. */
const FEWEST_LETTERS = 3

/** The authority in which a grid reference, or latitude and longitude, lies. */
const ofPlace = (typed: string): { id: string; called: string } | undefined => {
  const square = parseGridReference(typed)
  const point = square ? middleOf(square) : parseLatLong(typed)
  if (!point || !isInBritain(point)) return undefined
  const { lpaId } = areasAt(point)
  return lpaId === null
    ? undefined
    : { id: lpaId, called: square ? showGridReference(square) : showLatLong(point) }
}

/**
 * The planning authorities that a text means: where a grid reference or a town lies, and what districts of that name became part
 * of. What is found so says nothing of where in its authority a thing lies.
 */
export const authoritiesMeant = async (typed: string, db: Kysely<Database>): Promise<AuthorityMeant[]> => {
  const said = typed.trim().toLowerCase()
  const place = ofPlace(typed)
  const districts =
    said.length < FEWEST_LETTERS
      ? []
      : formerDistricts().filter(({ name, fullName }) =>
          [name, fullName].some(one => one.toLowerCase().includes(said)),
        )
  const towns = townsCalled(typed)
  if (!place && districts.length === 0 && towns.length === 0) return []
  const { rows } = await sql<{ id: string; name: string }>`select id, name from lpa
    where id = any(${[...(place ? [place.id] : []), ...towns.map(({ lpaId }) => lpaId)]}::text[]) or name = any(${districts.map(({ successor }) => successor)}::text[])`.execute(
    db,
  )
  return rows.map(({ id, name }) => {
    const town = towns.find(({ lpaId }) => lpaId === id)
    const district = districts.find(({ successor }) => successor === name)
    const where = id === place?.id ? place.called : (town ?? district)?.name
    return { kind: 'lpa', id, why: `Planning authority of ${where}: ${name}` }
  })
}

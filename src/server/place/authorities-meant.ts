import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { type Kysely, sql } from 'kysely'
import { parseGridReference, formatGridReference } from '#domain/place/grid-reference'
import { isInBritain, parseLatLong, formatLatLong } from '#domain/place/lat-long'
import { gridSquareCentre } from '#domain/place/osgb'
import { refdataDir } from '../process/places.ts'
import type { Database } from '../store/tables/tables.ts'
import { findAreasAtPoint } from './boundaries.ts'
import { findTownsByName } from './towns.ts'

/** A planning authority that a text means without naming it, and the reason. */
export interface SuggestedAuthority {
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
/** Districts that were merged into other authorities: most have the name of a town. */
const formerDistricts = (): readonly Former[] => {
  former ??= parse<Former>(readFileSync(join(refdataDir, 'lpas_retired.csv')), { columns: true, bom: true })
  return former
}

/** Shorter texts occur in too many names. */
const FEWEST_LETTERS = 3

/** The authority at a grid reference, or at a latitude and longitude. */
const ofPlace = (typed: string): { id: string; called: string } | undefined => {
  const square = parseGridReference(typed)
  const point = square ? gridSquareCentre(square) : parseLatLong(typed)
  if (!point || !isInBritain(point)) return undefined
  const { lpaId } = findAreasAtPoint(point)
  return lpaId === null
    ? undefined
    : { id: lpaId, called: square ? formatGridReference(square) : formatLatLong(point) }
}

/**
 * Planning authorities that a text means: those at a grid reference or of a town, and successors of districts with
 * that name. The match does not reveal where in the authority an item is.
 */
export const suggestPlanningAuthorities = async (
  typed: string,
  db: Kysely<Database>,
): Promise<SuggestedAuthority[]> => {
  const said = typed.trim().toLowerCase()
  const place = ofPlace(typed)
  const districts =
    said.length < FEWEST_LETTERS
      ? []
      : formerDistricts().filter(({ name, fullName }) =>
          [name, fullName].some(one => one.toLowerCase().includes(said)),
        )
  const towns = findTownsByName(typed)
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

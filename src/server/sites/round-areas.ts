import type { Kysely } from 'kysely'
import type { Outline } from '#domain/place/outline'
import type { Round } from '#domain/round'
import { outlinesOfSubcatchment, uploadedOutlines } from '../place/area-outlines.ts'
import { authorityCalled } from '../place/borders.ts'
import { outlinesOf } from '../place/boundaries.ts'
import type { Tx } from '../store/store.ts'
import type { Database } from '../store/tables.ts'

/** An area in which a round trades; without outlines where none is known. */
export interface RoundArea {
  name: string
  outlines: readonly Outline[]
}

/** The planning authorities that a round names. */
export const authoritiesIn = ({ lpaIds }: Round): RoundArea[] =>
  lpaIds.map(lpaId => ({ name: authorityCalled(lpaId) ?? lpaId, outlines: outlinesOf({ lpaId }) }))

/** The character areas that a round names. */
export const characterAreasIn = (tx: Tx, { ncaIds }: Round): Promise<RoundArea[]> =>
  named(tx, 'nca', ncaIds, (db, id) => uploadedOutlines(db, 'ncaId', id))

/** The subcatchments that a round names. */
export const subcatchmentsIn = (tx: Tx, { subcatchmentIds }: Round): Promise<RoundArea[]> =>
  named(tx, 'subcatchment', subcatchmentIds, outlinesOfSubcatchment)

const named = async (
  tx: Tx,
  kind: 'nca' | 'subcatchment',
  ids: readonly string[],
  outlinesFor: (db: Kysely<Database>, id: string) => Promise<Outline[]>,
): Promise<RoundArea[]> => {
  const rows = ids.length === 0 ? [] : await tx.list(kind, { id: ids })
  return Promise.all(rows.map(async ({ id, name }) => ({ name, outlines: await outlinesFor(tx.db, id) })))
}

/** Is it known of every one of some areas where it is? Of none it is not. */
export const areAllKnown = (areas: readonly RoundArea[]): boolean =>
  areas.length > 0 && areas.every(({ outlines }) => outlines.length > 0)

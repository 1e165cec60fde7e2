import type { Kysely } from 'kysely'
import type { Outline } from '#domain/place/outline'
import type { Round } from '#domain/round/round'
import { readOutlinesOfSubcatchment, readUploadedOutlinesOfCharacterArea } from '../place/area-outlines.ts'
import { builtInAuthorityName } from '../place/borders.ts'
import { builtInOutlinesOfArea } from '../place/boundaries.ts'
import type { StoreTransaction } from '../store/store.ts'
import type { Database } from '../store/tables/tables.ts'

/** An area of a round; without outlines if none are known. */
export interface RoundArea {
  name: string
  outlines: readonly Outline[]
}

/** Planning authorities of a round. */
export const planningAuthoritiesOfRound = ({ lpaIds }: Round): RoundArea[] =>
  lpaIds.map(lpaId => ({
    name: builtInAuthorityName(lpaId) ?? lpaId,
    outlines: builtInOutlinesOfArea({ lpaId }),
  }))

/** National character areas of a round. */
export const characterAreasOfRound = (tx: StoreTransaction, { ncaIds }: Round): Promise<RoundArea[]> =>
  named(tx, 'nca', ncaIds, (db, id) => readUploadedOutlinesOfCharacterArea(db, id))

/** Subcatchments of a round. */
export const subcatchmentsOfRound = (
  tx: StoreTransaction,
  { subcatchmentIds }: Round,
): Promise<RoundArea[]> => named(tx, 'subcatchment', subcatchmentIds, readOutlinesOfSubcatchment)

const named = async (
  tx: StoreTransaction,
  kind: 'nca' | 'subcatchment',
  ids: readonly string[],
  outlinesFor: (db: Kysely<Database>, id: string) => Promise<Outline[]>,
): Promise<RoundArea[]> => {
  const rows = ids.length === 0 ? [] : await tx.list(kind, { id: ids })
  return Promise.all(rows.map(async ({ id, name }) => ({ name, outlines: await outlinesFor(tx.db, id) })))
}

/** True if there are areas and all have outlines. */
export const haveAllOutlines = (areas: readonly RoundArea[]): boolean =>
  areas.length > 0 && areas.every(({ outlines }) => outlines.length > 0)

import { sql, type Transaction } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import type { StoredKind } from '#domain/disclosure/entities'
import { type Database, isJsonColumn } from '#server/store/tables/tables'
import { type SettledMarket, STATUSES_AFTER_SETTLEMENT } from '../builders/random-settlement.ts'
import { createEffectContext, SAMPLES } from '../store/samples.ts'
import type { World } from './world.ts'

const AT_ONCE = 1000

const insert = async (tx: Transaction<Database>, kind: StoredKind, rows: readonly object[]) => {
  const stored = rows.map(row =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        isJsonColumn(kind, column) && value !== null ? JSON.stringify(value) : value,
      ]),
    ),
  )
  for (let from = 0; from < stored.length; from += AT_ONCE)
    await tx
      .insertInto(kind)
      .values(stored.slice(from, from + AT_ONCE) as never)
      .execute()
}

const PLACE = { ncaId: 'NCA142', lpaId: 'Somerset', subcatchmentId: 'Parrett' }

/** Who offers and bids: by default one supplier and one buyer of this world. */
interface Owners {
  supplierOf: (projectId: string) => string
  buyerOf: (requirementId: string) => string
}

const ONE_OF_EACH: Owners = { supplierOf: () => 'farm', buyerOf: () => 'builder' }

/** Moves stored settlements on to the statuses that these markets say, at an instant. */
export const advanceSettlements = (
  { store }: World,
  markets: readonly SettledMarket[],
  now: Instant,
): Promise<void> =>
  store.db.transaction().execute(async tx => {
    await sql`select set_config('market.now', ${now}, true)`.execute(tx)
    await advance(tx, markets)
  })

const advance = async (tx: Transaction<Database>, markets: readonly SettledMarket[]): Promise<void> => {
  const all = <T>(of: (market: SettledMarket) => readonly T[]) => markets.flatMap(of)
  // Step by step, because the database allows no step to be skipped.
  for (const [step, [requirementStatus, status]] of STATUSES_AFTER_SETTLEMENT.entries()) {
    if (step === 0) continue
    const reached = STATUSES_AFTER_SETTLEMENT.slice(step).map(([later]) => later)
    const ids = all(one => one.requirements)
      .filter(one => reached.some(later => later === one.status))
      .map(({ id }) => id)
    if (ids.length === 0) continue
    await tx.updateTable('credit').set({ status }).where('requirementId', 'in', ids).execute()
    await tx.updateTable('requirement').set({ status: requirementStatus }).where('id', 'in', ids).execute()
  }
  for (const [status, ...later] of [['Issued', 'Retired'], ['Retired']] as const) {
    const ids = all(one => one.credits)
      .filter(one => one.requirementId === null && [status, ...later].some(known => known === one.status))
      .map(({ id }) => id)
    if (ids.length > 0) await tx.updateTable('credit').set({ status }).where('id', 'in', ids).execute()
  }
}

/** Stores settled markets as their settlements would leave them. */
export const storeSettlements = (
  { store }: World,
  markets: readonly SettledMarket[],
  { supplierOf, buyerOf }: Owners = ONE_OF_EACH,
): Promise<void> =>
  store.db.transaction().execute(async tx => {
    await sql`select set_config('market.now', ${createEffectContext().now}, true)`.execute(tx)
    const all = <T>(of: (market: SettledMarket) => readonly T[]) => markets.flatMap(of)
    await insert(
      tx,
      'round',
      markets.map(({ round }) => ({ ...round, ...{ standardIds: [], ncaIds: [], lpaIds: [] } })),
    )
    await insert(
      tx,
      'project',
      all(one => one.projects.map(project => ({ ...project, ...PLACE, supplierId: supplierOf(project.id) }))),
    )
    await insert(
      tx,
      'service',
      all(one => one.services.map(service => ({ ...service, standardId: 'BsiFlex704' }))),
    )
    await insert(
      tx,
      'requirement',
      all(one =>
        one.requirements.map(requirement => ({
          ...requirement,
          ...PLACE,
          buyerId: buyerOf(requirement.id),
          status: requirement.status === 'Unmatched' ? 'Unmatched' : 'RightsCreated',
        })),
      ),
    )
    await insert(
      tx,
      'matchResult',
      markets.map(({ round, problem, solution }) => ({
        ...SAMPLES.matchResult,
        id: `match-${round.id}`,
        roundId: round.id,
        // The books are written for those who offer and bid.
        problem: {
          ...problem,
          projects: problem.projects.map(project => ({ ...project, supplierId: supplierOf(project.id) })),
          requirements: problem.requirements.map(need => ({ ...need, buyerId: buyerOf(need.id) })),
        },
        solution,
      })),
    )
    await insert(
      tx,
      'credit',
      all(one =>
        one.credits.map(credit => ({
          ...credit,
          status: credit.requirementId !== null || credit.isReserved ? 'RightsCreated' : 'Unused',
        })),
      ),
    )
    await advance(tx, markets)
  })

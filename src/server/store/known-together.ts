import { type Kysely, sql } from 'kysely'
import { mayAgentReadFigures, type MatchSumParticipants } from '#domain/disclosure/disclosure'
import type { Database } from './tables/tables.ts'

/** Groups of organisations that are one in fact: merged since, or declared to be under common control. */
const oneInFact = async (db: Kysely<Database>): Promise<string[][]> => {
  const merged = await db
    .selectFrom('organisation')
    .select(['id', 'mergedIntoId'])
    .where('mergedIntoId', 'is not', null)
    .execute()
  const controlled = await db
    .selectFrom('organisationTie')
    .select(['organisationId', 'otherId'])
    .where('tie', '=', 'CommonControl')
    .execute()
  return [
    ...merged.map(one => [one.id, one.mergedIntoId]),
    ...controlled.map(one => [one.organisationId, one.otherId]),
  ].map(ids => ids.filter(id => id !== null))
}

/**
 * Groups of organisations that are not independent parties, by round: the clients of each agent for offers and bids in
 * it, and organisations that are one in fact.
 */
export const readRelatedOwnersByRound = async (
  db: Kysely<Database>,
  roundIds: readonly string[],
): Promise<(roundId: string) => string[][]> => {
  const held = await db
    .selectFrom('agentAuthority')
    .select(['roundId', 'agentId', 'clientId', 'permissions'])
    .where('roundId', '=', sql<string>`any(${roundIds})`)
    .where('status', '=', 'Approved')
    .execute()
  const clients = new Map<string, Map<string, string[]>>()
  for (const { roundId, agentId, clientId, permissions } of held) {
    if (!mayAgentReadFigures(permissions)) continue
    const ofRound = clients.get(roundId) ?? new Map<string, string[]>()
    clients.set(roundId, ofRound.set(agentId, [...(ofRound.get(agentId) ?? []), clientId]))
  }
  const ones = await oneInFact(db)
  return roundId => [...(clients.get(roundId)?.values() ?? []), ...ones]
}

/** Groups of organisations that are not independent parties in one round. */
export const readRelatedOwnersInRound = async (db: Kysely<Database>, roundId: string): Promise<string[][]> =>
  (await readRelatedOwnersByRound(db, [roundId]))(roundId)

/** Parties behind the sums of a match: for a total it only matters who pays and who receives. */
export const toMatchParties = (
  payers: readonly string[],
  receivers: readonly string[],
): MatchSumParticipants['organisations'] => [
  ...payers.map(organisationId => ({ organisationId, payment: 1 })),
  ...receivers.map(organisationId => ({ organisationId, payment: -1 })),
]

import { type Kysely, sql } from 'kysely'
import { isKnownToAgent, type Behind } from '#domain/disclosure'
import type { Database } from './tables.ts'

/** Organisations that are one in fact: merged since, or said to be under common control. */
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
 * Organisations that are no independent parties, by round: the clients of each agent for offers and bids in it, and those
 * that are one in fact.
 */
export const knownTogetherInAll = async (
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
    if (!isKnownToAgent(permissions)) continue
    const ofRound = clients.get(roundId) ?? new Map<string, string[]>()
    clients.set(roundId, ofRound.set(agentId, [...(ofRound.get(agentId) ?? []), clientId]))
  }
  const ones = await oneInFact(db)
  return roundId => [...(clients.get(roundId)?.values() ?? []), ...ones]
}

/** The same for one round. */
export const knownTogetherIn = async (db: Kysely<Database>, roundId: string): Promise<string[][]> =>
  (await knownTogetherInAll(db, [roundId]))(roundId)

/** Who stands behind the sums of a match: a total asks of each only whether it pays or receives. */
export const sidesOf = (payers: readonly string[], receivers: readonly string[]): Behind['organisations'] => [
  ...payers.map(organisationId => ({ organisationId, payment: 1 })),
  ...receivers.map(organisationId => ({ organisationId, payment: -1 })),
]

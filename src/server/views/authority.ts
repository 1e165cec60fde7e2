import { rowLinks } from '#contract/nouns'
import type { Kysely } from 'kysely'
import type { Actor } from '#domain/actor'
import type { AgentAuthority } from '#domain/authority'
import type { AuthorityRow, AuthorityView } from '#contract/authority'
import type { Database } from '../store/tables.ts'
import { resourceOf, type ViewContext } from './context.ts'
import { named, namesOf, roundsOf } from './names.ts'

/** Authorities to act as rows of a list. */
export const authorityRows = async (
  db: Kysely<Database>,
  authorities: readonly AgentAuthority[],
): Promise<AuthorityRow[]> => {
  const organisation = await namesOf(
    db,
    'organisation',
    authorities.flatMap(one => [one.clientId, one.agentId]),
  )
  const round = await roundsOf(
    db,
    authorities.map(one => one.roundId),
  )
  return authorities.map(({ id, roundId, clientId, agentId, status, permissions }) => ({
    id,
    links: rowLinks('agentAuthority', id),
    // Rounds of different markets often bear the same name.
    round: { id: roundId, name: `${round(roundId).market}, ${round(roundId).name}` },
    client: named(organisation, clientId),
    agent: named(organisation, agentId),
    status,
    permissions,
  }))
}

/** One authority to act. */
export const authorityView = async (
  authority: AgentAuthority,
  reader: Actor,
  context: ViewContext,
): Promise<AuthorityView> => {
  const { db } = context
  const [row] = await authorityRows(db, [authority])
  const round = await db
    .selectFrom('round')
    .selectAll()
    .where('id', '=', authority.roundId)
    .executeTakeFirst()
  const name = `${row!.agent.name} for ${row!.client.name} in ${row!.round.name}`
  return {
    ...resourceOf('agentAuthority', authority, name, reader, { round, now: context.now }),
    round: row!.round,
    client: row!.client,
    agent: row!.agent,
    status: row!.status,
    permissions: row!.permissions,
    reason: authority.reason,
  }
}

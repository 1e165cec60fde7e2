import { rowLinks } from '#contract/nouns/nouns'
import type { Kysely } from 'kysely'
import type { Actor } from '#domain/people/actor'
import type { AgentAuthority } from '#domain/people/authority'
import type { AuthorityRow, AuthorityView } from '#contract/people/authority'
import type { Database } from '../store/tables/tables.ts'
import { commonResourceView, type ViewContext } from './kit/context.ts'
import { requireName, readNamesOfKind, readRoundsWithMarkets } from './kit/names.ts'

/** Rows of a list of agent authorities. */
export const authorityRows = async (
  db: Kysely<Database>,
  authorities: readonly AgentAuthority[],
): Promise<AuthorityRow[]> => {
  const organisation = await readNamesOfKind(
    db,
    'organisation',
    authorities.flatMap(one => [one.clientId, one.agentId]),
  )
  const round = await readRoundsWithMarkets(
    db,
    authorities.map(one => one.roundId),
  )
  return authorities.map(({ id, roundId, clientId, agentId, status, permissions }) => ({
    id,
    links: rowLinks('agentAuthority', id),
    // Rounds of different markets often have the same name.
    round: { id: roundId, name: `${round(roundId).market}, ${round(roundId).name}` },
    client: requireName(organisation, clientId),
    agent: requireName(organisation, agentId),
    status,
    permissions,
  }))
}

/** View of one agent authority. */
export const authorityView = async (
  authority: AgentAuthority,
  reader: Actor,
  context: ViewContext,
): Promise<AuthorityView> => {
  const { db } = context
  const [row] = await authorityRows(db, [authority])
  const { id: _, links: __, ...shown } = row!
  const round = await db
    .selectFrom('round')
    .selectAll()
    .where('id', '=', authority.roundId)
    .executeTakeFirst()
  const name = `${shown.agent.name} for ${shown.client.name} in ${shown.round.name}`
  return {
    ...commonResourceView('agentAuthority', authority, name, reader, { round, now: context.now }),
    ...shown,
    reason: authority.reason,
  }
}

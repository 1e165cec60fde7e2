import type { Kysely } from 'kysely'
import type { AgentAuthority } from '#domain/people/authority'
import type { Participation } from '#domain/round/participation'
import type { HomeView } from '#contract/desk/home'
import type { Database } from '../store/tables/tables.ts'

interface OwnRows {
  organisation: HomeView['organisation']
  participations: Participation[]
  /** For whom it acts in rounds that are not settled. */
  clients: AgentAuthority[]
}

/** Reads an organisation, its participations and its clients, newest first; nothing for readers without one. */
export const readOwnRows = async (organisationId: string | null, db: Kysely<Database>): Promise<OwnRows> => {
  if (organisationId === null) return { organisation: null, participations: [], clients: [] }
  const [organisation, participations, clients] = await Promise.all([
    db
      .selectFrom('organisation')
      .select(['id', 'name', 'type'])
      .where('id', '=', organisationId)
      .executeTakeFirst(),
    db
      .selectFrom('participation')
      .selectAll()
      .where('organisationId', '=', organisationId)
      .orderBy('ordinal', 'desc')
      .execute(),
    db
      .selectFrom('agentAuthority')
      .selectAll()
      .where('agentId', '=', organisationId)
      .where('roundId', 'in', one => one.selectFrom('round').select('id').where('status', '!=', 'Settled'))
      .orderBy('ordinal', 'desc')
      .execute(),
  ])
  return { organisation: organisation ?? null, participations, clients }
}

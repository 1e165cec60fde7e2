import type { Organisation } from '#domain/people/organisation'
import type { Read } from '../kit/changes.ts'
import type { User } from '#domain/people/user'

/**
 * Says whether no one has ever signed in or acted for an organisation. Then its first person takes nothing over: no agent has
 * entered anything for it, and it takes part in no round.
 */
export const hasNoPeopleActivity = async (
  read: Read,
  { id, broughtById }: Pick<Organisation, 'id' | 'broughtById'>,
): Promise<boolean> => {
  if (broughtById !== null) return false
  const [people, authorities, participations] = await Promise.all([
    read.list('user', { organisationId: id }),
    read.list('agentAuthority', { clientId: id }),
    read.list('participation', { organisationId: id }),
  ])
  return people.length + authorities.length + participations.length === 0
}

/** People who can sign in but have no rights yet, because their organisation has not been admitted. */
export const readPeopleToAdmit = async (read: Read, { id }: { id: string }): Promise<User[]> =>
  (await read.list('user', { organisationId: id, active: true })).filter(
    ({ admittedAt }) => admittedAt === null,
  )

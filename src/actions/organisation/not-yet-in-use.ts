import type { Organisation } from '#domain/organisation'
import type { Read } from '../kit/changes.ts'

/**
 * Has nobody ever signed in for an organisation, and nobody acted for it? Whoever comes first then takes nothing over: no
 * agent has entered anything for it and it takes part in no round.
 */
export const isNotYetInUse = async (
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

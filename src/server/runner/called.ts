import { CAPACITY_WORDS } from '#domain/values/capacity'
import type { Read } from '#actions/kit/changes'
import type { EntityMap, Kind, StoredKind, EntityOfKind } from '#domain/disclosure/entities'

/** Names a thing that has no name of its own by the organisations it concerns; undefined for all others. */
export const nameSubjectByOrganisations = async (
  read: Read,
  kind: Kind | StoredKind,
  thing: EntityOfKind<Kind> | EntityMap[StoredKind],
): Promise<string | undefined> => {
  const nameOf = async (id: string) => (await read.one('organisation', id))?.name
  if (kind === 'agentAuthority' && 'agentId' in thing && 'clientId' in thing)
    return `${await nameOf(thing.agentId)} for ${await nameOf(thing.clientId)}`
  if (kind === 'participation' && 'capacity' in thing)
    return `${await nameOf(thing.organisationId)} as ${CAPACITY_WORDS[thing.capacity]}`
  return undefined
}

import type { Read } from '#actions/kit/changes'
import type { Entities, Kind, StoredKind, SubjectOf } from '#domain/entities'

/** What a thing without a name of its own is called, by the organisations that it is about; undefined for all others. */
export const calledOf = async (
  read: Read,
  kind: Kind | StoredKind,
  thing: SubjectOf<Kind> | Entities[StoredKind],
): Promise<string | undefined> => {
  const nameOf = async (id: string) => (await read.one('organisation', id))?.name
  if (kind === 'agentAuthority' && 'agentId' in thing && 'clientId' in thing)
    return `${await nameOf(thing.agentId)} for ${await nameOf(thing.clientId)}`
  if (kind === 'participation' && 'capacity' in thing)
    return `${await nameOf(thing.organisationId)} as ${thing.capacity.toLowerCase()}`
  return undefined
}

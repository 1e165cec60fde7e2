import type { Organisation, OrganisationType } from '#domain/people/organisation'
import {
  registeredNumberTakenMessage,
  UNIQUE_REGISTERED_NUMBERS,
  type UniqueNumber,
} from '#domain/people/registered-numbers'
import type { Read } from '../kit/changes.ts'

/**
 * The registered numbers among the answers that already belong to another organisation of this type. Secret: the result
 * does not say to which one.
 */
export const readTakenNumbers = async (
  read: Read,
  type: OrganisationType,
  values: Pick<Organisation, UniqueNumber>,
  ownId?: string,
): Promise<UniqueNumber[]> => {
  const taken: UniqueNumber[] = []
  for (const kind of UNIQUE_REGISTERED_NUMBERS) {
    const number = values[kind]
    if (number === null) continue
    const others = await read.list('organisation', { type, [kind]: number, mergedIntoId: null })
    if (others.some(({ id }) => id !== ownId)) taken.push(kind)
  }
  return taken
}

/** Message for numbers that are taken, which reveals nothing about the other organisation. */
export const takenNumberMessage = (taken: readonly UniqueNumber[]): { [K in UniqueNumber]?: string } =>
  Object.fromEntries(taken.map(kind => [kind, registeredNumberTakenMessage(kind)]))

import type { Organisation, OrganisationType } from '#domain/organisation'
import { numberTaken, UNIQUE_NUMBERS, type UniqueNumber } from '#domain/registered-numbers'
import type { Read } from '../kit/changes.ts'

/** The numbers among some answers that another organisation of the type has already. Not published: who has them is not told. */
export const takenNumbers = async (
  read: Read,
  type: OrganisationType,
  values: Pick<Organisation, UniqueNumber>,
  ownId?: string,
): Promise<UniqueNumber[]> => {
  const taken: UniqueNumber[] = []
  for (const kind of UNIQUE_NUMBERS) {
    const number = values[kind]
    if (number === null) continue
    const others = await read.list('organisation', { type, [kind]: number, mergedIntoId: null })
    if (others.some(({ id }) => id !== ownId)) taken.push(kind)
  }
  return taken
}

/** What is said of numbers that are taken, in words that tell nothing of who has them. */
export const whyTaken = (taken: readonly UniqueNumber[]): { [K in UniqueNumber]?: string } =>
  Object.fromEntries(taken.map(kind => [kind, numberTaken(kind)]))

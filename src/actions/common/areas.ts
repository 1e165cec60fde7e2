import type { Round } from '#domain/round'
import type { Read } from '../kit/changes.ts'
import type { Choice } from '../kit/fields.ts'
import { choiceOf } from './choice-of.ts'

/** The areas in which a round trades; all that are in use where the round names none. */
export interface Areas {
  ncas: Choice[]
  lpas: Choice[]
  subcatchments: Choice[]
}

const choicesAmong = (rows: readonly (Choice & { active: boolean })[], ids: readonly string[]): Choice[] =>
  rows
    .filter(({ id, active }) => (ids.length > 0 ? ids.includes(id) : active))
    .map(choiceOf)
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB'))

/** The choices of place for what is registered in a round. */
export const areasOf = async (read: Read, round: Round): Promise<Areas> => ({
  ncas: choicesAmong(await read.list('nca', {}), round.ncaIds),
  lpas: choicesAmong(await read.list('lpa', {}), round.lpaIds),
  subcatchments: choicesAmong(await read.list('subcatchment', {}), round.subcatchmentIds),
})

/** The round of a thing that was registered in one. */
export const roundOf = async (read: Read, { roundId }: { roundId: string }): Promise<Round> => {
  const round = await read.one('round', roundId)
  if (!round) throw new Error(`Round ${roundId} is not stored`)
  return round
}

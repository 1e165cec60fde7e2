import type { Round } from '#domain/round/round'
import type { Read } from '../kit/changes.ts'
import { type Choice, toChoice } from '../kit/fields.ts'

/** Areas in which a round trades; all areas in use if the round names none. */
export interface RoundAreas {
  ncas: Choice[]
  lpas: Choice[]
  subcatchments: Choice[]
}

/** Help for the question about the character area, which few people know by name. */
export const CHARACTER_AREA_NOTE =
  'Natural England’s name for the landscape around the place. Natural England publishes a map of these areas.'

const choicesAmong = (rows: readonly (Choice & { active: boolean })[], ids: readonly string[]): Choice[] =>
  rows
    .filter(({ id, active }) => (ids.length > 0 ? ids.includes(id) : active))
    .map(toChoice)
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB'))

/** Choices of areas for an item that is registered in a round. */
export const readAreaChoices = async (read: Read, round: Round): Promise<RoundAreas> => ({
  ncas: choicesAmong(await read.list('nca', {}), round.ncaIds),
  lpas: choicesAmong(await read.list('lpa', {}), round.lpaIds),
  subcatchments: choicesAmong(await read.list('subcatchment', {}), round.subcatchmentIds),
})

/** The round of a registered item. */
export const readRoundOfItem = async (read: Read, { roundId }: { roundId: string }): Promise<Round> => {
  const round = await read.one('round', roundId)
  if (!round) throw new Error(`Round ${roundId} is not stored`)
  return round
}

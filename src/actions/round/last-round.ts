import type { Day } from '@credit-market/values/dates'
import type { Round } from '#domain/round/round'
import type { Read } from '../kit/changes.ts'

/** Answers of a round that the next round of its market usually shares. */
export type LastRound = Pick<
  Round,
  | 'name'
  | 'services'
  | 'standardIds'
  | 'projectTypeIds'
  | 'ncaIds'
  | 'lpaIds'
  | 'subcatchmentIds'
  | 'bidderType'
  | 'ampEnd'
  | 'biodiversitySupply'
  | 'bestKnownGapBasisPoints'
  | 'joinsCommonControl'
  | 'tellsCriticalAmounts'
>

/** Reads the round of a market that was added last; null if it has none. */
export const readLastRound = async (read: Read, marketId: string): Promise<LastRound | null> => {
  const round = await read.latest('round', { marketId })
  if (!round) return null
  const { name, services, standardIds, projectTypeIds, ncaIds, lpaIds, subcatchmentIds } = round
  const { bidderType, ampEnd, biodiversitySupply, bestKnownGapBasisPoints } = round
  const { joinsCommonControl, tellsCriticalAmounts } = round
  return {
    ...{ name, services, standardIds, projectTypeIds, ncaIds, lpaIds, subcatchmentIds },
    ...{ bidderType, ampEnd, biodiversitySupply, bestKnownGapBasisPoints },
    ...{ joinsCommonControl, tellsCriticalAmounts },
  }
}

/** Name of the round after one: “Round 3” after “Round 2”; null if the name does not end with a number. */
export const nextRoundName = (name: string): string | null => {
  const number = /\d{1,4}$/.exec(name)?.[0]
  return number === undefined ? null : `${name.slice(0, -number.length)}${Number(number) + 1}`
}

/** First answers of a new round: those of the last one, without a date that has passed. */
export const answersOfLastRound = (last: LastRound, today: Day) => {
  const { name, ampEnd, bestKnownGapBasisPoints, ...same } = last
  return {
    ...same,
    name: nextRoundName(name),
    ampEnd: ampEnd !== null && ampEnd > today ? ampEnd : null,
    bestKnownGapBasisPoints: bestKnownGapBasisPoints === null ? null : bestKnownGapBasisPoints / 100,
  }
}

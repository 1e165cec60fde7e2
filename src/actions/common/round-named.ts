import type { Read } from '../kit/changes.ts'

/** A round after its market, as letters name it: `Somerset Levels, Round 1`; empty for what is in no round. */
export const roundNamed = async (read: Read, roundId: string | null): Promise<string> => {
  const round = roundId === null ? undefined : await read.one('round', roundId)
  const market = round && (await read.one('market', round.marketId))
  return round && market ? `${market.name}, ${round.name}` : ''
}

import { createRound } from './create-round.ts'

/** What can be done with a market, in menu order. */
export const marketActions = [createRound]

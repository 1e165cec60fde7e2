import { createMarket } from './create-market.ts'
import { createRound } from './create-round.ts'

/** What can be done with a market, in menu order. */
export const marketActions = [createRound]

/** What can be done with the list of markets. */
export const marketsActions = [createMarket]

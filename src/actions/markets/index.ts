import { createMarket } from './create-market.ts'

/** What can be done with the list of markets. */
export const marketsActions = [createMarket]

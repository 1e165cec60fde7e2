import { createMarket } from './create-market.ts'
import { createRound } from './create-round.ts'
import { setIssueAhead } from './set-issue-ahead.ts'
import { setPlacePrecision } from './set-place-precision.ts'
import { setPublishing } from './set-publishing.ts'

/** What can be done with a market, in menu order. */
export const marketActions = [createRound, setPlacePrecision, setIssueAhead, setPublishing]

/** What can be done with the list of markets. */
export const marketsActions = [createMarket]

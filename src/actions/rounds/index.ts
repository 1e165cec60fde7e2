import { createRound } from './create-round.ts'

/** What can be done with the list of rounds. */
export const roundsActions = [createRound]

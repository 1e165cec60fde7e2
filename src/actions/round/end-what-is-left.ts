import { action } from '../kit/action.ts'
import { system } from '../kit/who.ts'
import {
  endUnfinishedItemsOfRound,
  END_OF_ROUND_STATUS_CHANGES,
  readUnfinishedItems,
} from './match/left-behind.ts'

/** Ends everything left behind in rounds that were settled before settlement did so itself. */
export const endUnfinishedItems = action({
  name: 'EndWhatIsLeft',
  on: 'round',
  title: 'End what is left behind',
  who: [system],
  from: ['Settled'],
  fields: {},
  moves: END_OF_ROUND_STATUS_CHANGES,
  reads: readUnfinishedItems,
  effect: ({ subject: round, reads: left }) => endUnfinishedItemsOfRound(round, left),
  done: 'Nothing is left behind',
})

import { action } from '../kit/action.ts'
import { system } from '../kit/who.ts'
import { endings, ENDS, leftBehindIn } from './left-behind.ts'

/** Ends what was left behind in a round that was settled before its settlement did so itself. */
export const endWhatIsLeft = action({
  name: 'EndWhatIsLeft',
  on: 'round',
  title: 'End what is left behind',
  who: [system],
  from: ['Settled'],
  fields: {},
  moves: ENDS,
  reads: leftBehindIn,
  effect: ({ subject: round, reads: left }) => endings(round, left),
  done: 'Nothing is left behind',
})

import { action } from '../../kit/action.ts'
import { operator } from '../../kit/who.ts'

/** Leads to the page for reviewing a match before it is accepted or rejected; afterwards the panel of the match leads there. */
export const reviewMatches = action({
  name: 'ReviewMatches',
  on: 'round',
  title: 'Review pending matches',
  navigatesTo: '/markets/{marketId}/round/{id}/review',
  who: [operator],
  from: ['Matched'],
  fields: {},
})

import { action } from '../kit/action.ts'
import { system } from '../kit/who.ts'

/** Asks for the deposit of a bid, where the terms of the round say so (decision 0243). A job runs it after the bid, so that no bid waits for it. */
export const issueDeposit = action({
  name: 'IssueDeposit',
  on: 'requirement',
  title: 'Ask for deposit',
  who: [system],
  from: ['Bid'],
  fields: {},
  effect: ({ subject }) => [{ change: 'deposit', requirementId: subject.id }],
})

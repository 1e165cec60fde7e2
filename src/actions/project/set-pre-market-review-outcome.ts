import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { file, longText, oneOf, optional, notStored } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

const isNoPass = ({ outcome }: { outcome?: string | null }): boolean =>
  outcome === 'Fail' || outcome === 'Pending'

/** Records the last review before a project may be offered; anything except a pass needs an explanation. */
export const setPreMarketReviewOutcome = action({
  name: 'SetPreMarketReviewOutcome',
  on: 'project',
  title: 'Set pre-market review outcome',
  binds: {
    verb: 'Record the outcome',
    undone: 'You cannot undo a pass. You can change any other decision.',
  },
  who: [operator],
  from: ['Certified', 'PendingRound', 'FailedRound'],
  during: ['Open', 'Closed', 'OpenForBidsAndOffers'],
  fields: {
    outcome: notStored(oneOf('Outcome', ['Pass', 'Fail', 'Pending'])),
    reason: optional(notStored(longText('Reason'))),
    report: optional(file('Report', 'PreMarketReviewReport')),
  },
  initial: ({ reviewReason }) => ({ reason: reviewReason }),
  show: { reason: isNoPass, report: isNoPass },
  check: ({ outcome, reason, report }) =>
    isNoPass({ outcome }) && !reason && !report
      ? { reason: 'Must provide a reason or a report, or both' }
      : {},
  to: { by: 'outcome', is: { Pass: 'ApprovedRound', Fail: 'FailedRound', Pending: 'PendingRound' } },
  effect: ({ subject, values }) => [update('project', subject, { reviewReason: values.reason })],
  done: 'The review outcome has been recorded',
})

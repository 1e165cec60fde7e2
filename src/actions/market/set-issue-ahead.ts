import { ISSUE_AHEAD, ISSUE_AHEAD_LABELS } from '#domain/market'
import { action, save } from '../kit/action.ts'
import { hinted, oneOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Whether credits of a market are issued and redeemed before the mitigation behind them begins. */
export const setIssueAhead = action({
  name: 'SetIssueAhead',
  on: 'market',
  title: 'Set issuing ahead',
  description:
    'Whether credits are issued and redeemed before they are delivered: before the mitigation behind them begins. It applies at once to all rounds of this market, and changes nothing that was issued.',
  who: [operator],
  fields: {
    issueAhead: hinted(
      {
        ...oneOf('Before they are delivered', ISSUE_AHEAD, ISSUE_AHEAD_LABELS),
        about: {
          asked:
            'The form says from when the credits are delivered, and asks whether it is to be done ahead of that',
          refused: 'Credits wait until delivery has begun of all that supply the first period',
        },
      },
      'Allocating rights ahead is always possible: rights are a promise, and nothing is used by them.',
    ),
  },
  effect: save,
})

import { ISSUE_AHEAD_POLICIES, ISSUE_AHEAD_POLICY_LABELS } from '#domain/round/market'
import { action, saveAnswers } from '../kit/action.ts'
import { withHint, oneOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Sets whether credits of a market may be issued and redeemed before their mitigation begins. */
export const setIssueAhead = action({
  name: 'SetIssueAhead',
  on: 'market',
  title: 'Set issuing ahead',
  description:
    'Choose whether credits can be issued and redeemed before they are delivered. Credits are delivered from the day on which their mitigation begins. The choice applies straight away to all rounds of this market. Issued credits do not change.',
  who: [operator],
  fields: {
    issueAhead: withHint(
      {
        ...oneOf('Before credits are delivered', ISSUE_AHEAD_POLICIES, ISSUE_AHEAD_POLICY_LABELS),
        about: {
          asked: 'The form shows the delivery date of the credits and asks you to confirm',
          refused:
            'Credits can be issued or redeemed only when all projects that supply their first period have begun delivery',
        },
      },
      'You can always allocate rights before delivery, because rights are only a promise and do not use up any credits.',
    ),
  },
  effect: saveAnswers,
  done: 'Your choice has been saved',
})

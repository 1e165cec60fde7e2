import { ROUND_STATUSES_BEFORE_BIDS_CLOSE } from '#domain/round/round'
import { findMissingContactMessages } from '#domain/people/organisation'
import { toObstacle, publishObstacles } from '../common/obstacle.ts'
import { FIX_ISSUES_MESSAGE } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { mustBeYes } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Confirms a participant in one capacity, once nothing is missing. */
export const completeParticipation = action({
  name: 'CompleteRegistration',
  on: 'participation',
  title: 'Complete registration',
  who: [operator],
  from: ['Provisional'],
  during: ROUND_STATUSES_BEFORE_BIDS_CLOSE,
  given: async (read, { organisationId, roundId }) => {
    const organisation = await read.one('organisation', organisationId)
    const waiting = await read.list('agentAuthority', {
      clientId: organisationId,
      roundId,
      status: 'Pending',
    })
    return publishObstacles([
      ...(organisation
        ? findMissingContactMessages(organisation).map(text =>
            toObstacle('organisation', organisation, 'Update', text),
          )
        : []),
      ...waiting.map(authority =>
        toObstacle(
          'agentAuthority',
          authority,
          'SetApproval',
          'An agent’s authority to act still needs a decision',
        ),
      ),
    ])
  },
  fields: { confirmed: mustBeYes('Is the registration complete?') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES_MESSAGE } : {}),
  to: 'Registered',
  done: 'The registration is complete',
})

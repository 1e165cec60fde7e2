import { BEFORE_BIDS_CLOSE } from '#domain/round'
import { missingContact } from '#domain/organisation'
import { obstacle, standing } from '../common/obstacle.ts'
import { FIX_ISSUES } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { mustBeYes } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** The operator confirms a participant in one capacity, once nothing is missing. */
export const completeRegistration = action({
  name: 'CompleteRegistration',
  on: 'participation',
  title: 'Complete registration',
  who: [operator],
  from: ['Provisional'],
  during: BEFORE_BIDS_CLOSE,
  given: async (read, { organisationId, roundId }) => {
    const organisation = await read.one('organisation', organisationId)
    const waiting = await read.list('agentAuthority', {
      clientId: organisationId,
      roundId,
      status: 'Pending',
    })
    return standing([
      ...(organisation
        ? missingContact(organisation).map(text => obstacle('organisation', organisation, 'Update', text))
        : []),
      ...waiting.map(authority =>
        obstacle(
          'agentAuthority',
          authority,
          'SetApproval',
          'An agent’s authority to act has not been answered',
        ),
      ),
    ])
  },
  fields: { confirmed: mustBeYes('Is the registration complete?') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES } : {}),
  to: 'Registered',
})

import { BEFORE_BIDS_CLOSE } from '#domain/round'
import { missingContact } from '#domain/organisation'
import { FIX_ISSUES } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { mustBeYes } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { hasDeclared } from './declared.ts'

/** The operator confirms a participant in one capacity, once nothing is missing. */
export const completeRegistration = action({
  name: 'CompleteRegistration',
  on: 'participation',
  title: 'Complete registration',
  who: [operator],
  from: ['Provisional'],
  during: BEFORE_BIDS_CLOSE,
  given: async (read, participation) => {
    const { organisationId, roundId } = participation
    const organisation = await read.one('organisation', organisationId)
    const waiting = await read.list('agentAuthority', {
      clientId: organisationId,
      roundId,
      status: 'Pending',
    })
    return {
      issues: [
        ...(organisation ? missingContact(organisation) : []),
        ...((await hasDeclared(read, participation)) ? [] : ['No declarations have been made']),
        ...(waiting.length > 0 ? ['An agent’s authority to act has not been answered'] : []),
      ],
    }
  },
  fields: { confirmed: mustBeYes('Is the registration complete?') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES } : {}),
  to: 'Registered',
})

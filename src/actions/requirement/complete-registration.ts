import { BEFORE_BIDS_CLOSE } from '#domain/round'
import { notTakingPart, standing } from '../common/obstacle.ts'
import { FIX_ISSUES, participationOf } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { mustBeYes } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { requirementIssues } from './issues.ts'

/** The operator confirms the registration of a requirement: it may be bid on. */
export const completeRegistration = action({
  name: 'CompleteRegistration',
  on: 'requirement',
  title: 'Complete registration',
  who: [operator],
  from: ['Provisional'],
  during: BEFORE_BIDS_CLOSE,
  given: async (read, requirement, _actor, today) => {
    const { buyerId, roundId, type } = requirement
    const participation = await participationOf(read, buyerId, roundId, type)
    return standing([
      ...(participation?.status === 'Registered'
        ? []
        : [
            notTakingPart(
              participation,
              requirement,
              `The registration of the ${type.toLowerCase()} is not complete`,
            ),
          ]),
      ...(await requirementIssues(read, requirement, today)),
    ])
  },
  fields: { confirmed: mustBeYes('Is this registration complete?') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES } : {}),
  to: 'Registered',
})

import { ROUND_STATUSES_BEFORE_BIDS_CLOSE } from '#domain/round/round'
import { toParticipationObstacle, publishObstacles } from '../common/obstacle.ts'
import { FIX_ISSUES_MESSAGE, readParticipation } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { mustBeYes } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readRequirementObstacles } from './issues.ts'

const NOT_COMPLETE = {
  Buyer: 'The registration of the buyer is not complete',
  Investor: 'The registration of the investor is not complete',
}

/** Confirms the registration of a requirement, so that its owner may bid. */
export const completeRequirementRegistration = action({
  name: 'CompleteRegistration',
  on: 'requirement',
  title: 'Complete registration',
  who: [operator],
  from: ['Provisional'],
  during: ROUND_STATUSES_BEFORE_BIDS_CLOSE,
  given: async (read, requirement, _actor, today) => {
    const { buyerId, roundId, type } = requirement
    const participation = await readParticipation(read, buyerId, roundId, type)
    return publishObstacles([
      ...(participation?.status === 'Registered'
        ? []
        : [toParticipationObstacle(participation, requirement, NOT_COMPLETE[type])]),
      ...(await readRequirementObstacles(read, requirement, today)),
    ])
  },
  fields: { confirmed: mustBeYes('Is this registration complete?') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES_MESSAGE } : {}),
  to: 'Registered',
  done: 'The registration is complete',
})

import type { Day, DayWindow } from '#domain/dates'
import { isRegistrationOpen, windowOf, type RoundStatus } from '#domain/round'
import { roundOf } from '../common/areas.ts'
import { standing } from '../common/obstacle.ts'
import { action } from '../kit/action.ts'
import { declarations, notStored, yesNo } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { registrationIssues } from './issues.ts'

interface Known {
  roundStatus: RoundStatus
  window: DayWindow
  today: Day
  actorIsOperator: boolean
}

const isOpen = ({ roundStatus, window, today, actorIsOperator }: Known): boolean =>
  isRegistrationOpen(roundStatus, window, today, actorIsOperator)

/** The last step of registering a new requirement: register it if that is possible by now, or keep it as a draft. */
export const finishNewRequirement = action({
  name: 'FinishNewRequirement',
  on: 'requirement',
  title: 'Finish new credit requirement',
  label: 'Finish',
  who: [operator, owner, agent('RegisterForRound')],
  from: ['Draft'],
  given: async (read, requirement, _actor, today) => {
    const round = await roundOf(read, requirement)
    return {
      ...standing(await registrationIssues(read, requirement, today)),
      roundStatus: round.status,
      window: windowOf(round, 'requirements'),
    }
  },
  fields: {
    registerNow: notStored(yesNo('Register it now?')),
    declarations: declarations('MarketRoundCreditRequirement_Register'),
  },
  show: {
    registerNow: (_answers, given) => given.issues.length === 0 && isOpen(given),
    declarations: ({ registerNow }) => registerNow === true,
  },
  warn: (_answers, _requirement, given) => {
    if (!isOpen(given)) return { form: 'It is kept as a draft: the registration window is not open' }
    return given.issues.length > 0 ? { form: 'It is kept as a draft until the above issues are fixed' } : {}
  },
  to: { by: 'registerNow', is: { true: 'Provisional' }, otherwise: 'Draft' },
  done: 'The new credit requirement is finished',
})

import type { Day, DayWindow } from '@credit-market/values/dates'
import { isRegistrationOpen, registrationWindow, type RoundStatus } from '#domain/round/round'
import { readRoundOfItem } from '../fields/areas.ts'
import { publishObstacles } from '../common/obstacle.ts'
import { action } from '../kit/action.ts'
import { declarations, notStored, yesNo } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { readRegistrationObstacles } from './issues.ts'

interface Known {
  roundStatus: RoundStatus
  window: DayWindow
  today: Day
  actorIsOperator: boolean
}

const isOpen = ({ roundStatus, window, today, actorIsOperator }: Known): boolean =>
  isRegistrationOpen(roundStatus, window, today, actorIsOperator)

/** Last step of a new requirement: registers it if possible, or keeps it as a draft. */
export const finishNewRequirement = action({
  name: 'FinishNewRequirement',
  on: 'requirement',
  title: 'Finish new credit requirement',
  label: 'Finish',
  who: [operator, owner, agent('RegisterForRound')],
  from: ['Draft'],
  given: async (read, requirement, _actor, today) => {
    const round = await readRoundOfItem(read, requirement)
    return {
      ...publishObstacles(await readRegistrationObstacles(read, requirement, today)),
      roundStatus: round.status,
      window: registrationWindow(round, 'requirements'),
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
    if (!isOpen(given)) return { form: 'We keep it as a draft, because the registration window is not open' }
    return given.issues.length > 0 ? { form: 'We keep it as a draft until you fix the above issues' } : {}
  },
  to: { by: 'registerNow', is: { true: 'Provisional' }, otherwise: 'Draft' },
  done: 'Your new credit requirement is finished',
})

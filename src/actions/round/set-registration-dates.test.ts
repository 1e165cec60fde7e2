import { expect, it } from 'vitest'
import { aRound } from '#test/builders/market'
import { firstAnswers, judge } from '../kit/judge.ts'
import { setRegistrationDates } from './set-registration-dates.ts'

const given = {
  today: '2025-06-01',
  actorIsOperator: true,
  at: '2025-06-01T12:00:00.000Z',
  before: { bidsOpen: null, bidsClose: null, isAnnounced: false },
  isDraft: true,
}

it.each(['suppliers', 'buyers', 'projects', 'requirements'])(
  'the registration window for %s must end after its start',
  kind => {
    const dates = firstAnswers(setRegistrationDates, aRound(), given)
    const sameDay = { ...dates, [`${kind}Start`]: '2025-05-01', [`${kind}End`]: '2025-05-01' }
    expect(judge(setRegistrationDates, sameDay, given)).toEqual({
      [`${kind}End`]: 'Must be after start date',
    })
    expect(judge(setRegistrationDates, { ...sameDay, [`${kind}End`]: '2025-05-02' }, given)).toEqual({})
  },
)

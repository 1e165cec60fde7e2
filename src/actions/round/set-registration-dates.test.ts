import { expect, it } from 'vitest'
import { aRound } from '#test/builders/market'
import { initialAnswers, validateAnswers, normaliseAnswers } from '../kit/judge.ts'
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
    const dates = initialAnswers(setRegistrationDates, aRound(), given)
    const sameDay = { ...dates, [`${kind}Start`]: '2025-05-01', [`${kind}End`]: '2025-05-01' }
    expect(validateAnswers(setRegistrationDates, sameDay, given)).toEqual({
      [`${kind}End`]: 'Must be after start date',
    })
    expect(
      validateAnswers(setRegistrationDates, { ...sameDay, [`${kind}End`]: '2025-05-02' }, given),
    ).toEqual({})
  },
)

it('the other dates follow the first by default, until one is chosen', () => {
  const usual = normaliseAnswers(setRegistrationDates, { suppliersStart: '2027-02-01' }, given)
  expect(usual).toMatchObject({ suppliersEnd: '2027-03-13', requirementsEnd: '2027-04-07' })
  expect(validateAnswers(setRegistrationDates, usual, given)).toEqual({})
  const chosen = { suppliersStart: '2027-02-01', buyersEnd: '2027-03-01' }
  expect(normaliseAnswers(setRegistrationDates, chosen, given)).toEqual(chosen)
})

it('registration cannot be extended past an announced opening for bids', () => {
  const usual = normaliseAnswers(setRegistrationDates, { suppliersStart: '2027-02-01' }, given)
  const announced = { bidsOpen: '2027-04-07T08:00:00.000Z', bidsClose: '2027-04-20T11:00:00.000Z' }
  const known = { ...given, isDraft: false, before: { ...announced, isAnnounced: true } }
  expect(validateAnswers(setRegistrationDates, usual, known)).toHaveProperty('form')
  const later = { ...announced, bidsOpen: '2027-04-08T00:00:00.000Z' }
  expect(
    validateAnswers(setRegistrationDates, usual, { ...known, before: { ...later, isAnnounced: true } }),
  ).toEqual({})
})

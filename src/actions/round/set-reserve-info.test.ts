import { expect, it } from 'vitest'
import { aRound } from '#test/builders/market'
import { acceptedAnswers, initialAnswers, validateAnswers, formWarnings } from '../kit/judge.ts'
import { setReserveInfo } from './set-reserve-info.ts'

const given = { today: '2025-06-01', actorIsOperator: true }
const reserve = {
  hasReserve: true,
  reservePercentage: 15,
  reserveAppliesTo: 'allDemand',
  agreedWithEMB: true,
}

it.each([0, 100, -3, 250])('%d percent is not valid for the credit reserve', reservePercentage => {
  expect(validateAnswers(setReserveInfo, { ...reserve, reservePercentage }, given)).toEqual({
    reservePercentage: `${reservePercentage}% is not valid for the credit reserve`,
  })
})

it('a credit reserve without a numeric percentage is a missing field', () => {
  const messageFor = (reservePercentage: unknown) =>
    validateAnswers(setReserveInfo, { ...reserve, reservePercentage }, given).reservePercentage
  expect([messageFor('fifteen'), messageFor(undefined)]).toEqual(['Field required', 'Field required'])
})

it('the recommended range of the credit reserve is 10% to 20%, but others are accepted', () => {
  const warned = (reservePercentage: number) =>
    formWarnings(setReserveInfo, { ...reserve, reservePercentage }, aRound(), given)
  expect([9.99, 10, 20, 20.01].map(warned)).toEqual([
    { reservePercentage: 'The recommended range is 10% to 20%' },
    {},
    {},
    { reservePercentage: 'The recommended range is 10% to 20%' },
  ])
  expect(validateAnswers(setReserveInfo, { ...reserve, reservePercentage: 99.99 }, given)).toEqual({})
})

it('the reserve must be agreed with the Environmental Markets Board, even when there is none', () => {
  const message = { agreedWithEMB: 'Must be agreed to' }
  expect(validateAnswers(setReserveInfo, { ...reserve, agreedWithEMB: false }, given)).toEqual(message)
  expect(validateAnswers(setReserveInfo, { hasReserve: false, agreedWithEMB: null }, given)).toEqual(message)
})

it('choosing no credit reserve needs nothing else, and clears earlier values', () => {
  const answers = { ...reserve, hasReserve: false }
  expect(validateAnswers(setReserveInfo, answers, given)).toEqual({})
  expect(acceptedAnswers(setReserveInfo, answers, given)).toMatchObject({
    reservePercentage: null,
    reserveAppliesTo: null,
  })
})

it('the reserve form shows hundredths of a percent as percent, and asks for the agreement again', () => {
  const round = aRound({
    hasReserve: true,
    reserveBasisPoints: 1_250,
    reserveAppliesTo: 'supply',
    agreedWithEMB: true,
  })
  const first = initialAnswers(setReserveInfo, round, given)
  expect(first).toEqual({
    hasReserve: true,
    reservePercentage: 12.5,
    reserveAppliesTo: 'supply',
    agreedWithEMB: null,
  })
  expect(acceptedAnswers(setReserveInfo, first, given).reservePercentage).toBe(1_250)
})

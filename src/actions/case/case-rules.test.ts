import { expect, it } from 'vitest'
import { REMEDY_RULES } from '#domain/case/case-rules'
import { caseActions } from './index.ts'

const MOVING = caseActions.filter(({ name }) =>
  ['SetRectification', 'DrawOnReserve', 'ReplaceFromUnsold', 'Refund', 'ReleaseBuyer', 'Recall'].includes(
    name,
  ),
)

it('the published rules describe each remedy under the title of its action, and who decides it', () => {
  expect(REMEDY_RULES.map(({ title, decides }) => [title, decides.includes('another approves')])).toEqual(
    MOVING.map(({ title, approval }) => [title, approval === 'secondPerson']),
  )
})

it('the published rules describe every action on a case that another person approves', () => {
  const approved = caseActions.filter(({ approval }) => approval === 'secondPerson').map(({ name }) => name)
  expect(approved.toSorted()).toEqual(
    ['Confirm', 'Close', 'DrawOnReserve', 'ReplaceFromUnsold', 'Refund', 'ReleaseBuyer', 'Recall'].toSorted(),
  )
})

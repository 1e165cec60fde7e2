import { expect, it } from 'vitest'
import { progressSteps } from './progress.ts'

const states = (steps: ReturnType<typeof progressSteps>) =>
  steps.map(({ label, state }) => `${label}: ${state}`).slice(0, 8)

it('a project that lost has taken every step up to its offer', () => {
  expect(states(progressSteps('project', 'Unmatched')).slice(-2)).toEqual(['Offered: done', 'Unmatched: bad'])
})

it('a project that ended with its round has taken only the steps that it reached', () => {
  expect(states(progressSteps('project', 'Unmatched', 'Registered'))).toEqual([
    'Draft: done',
    'Provisional: done',
    'Registered: done',
    'Screened: ahead',
    'Certified: ahead',
    'Approved for round: ahead',
    'Offered: ahead',
    'Unmatched: bad',
  ])
})

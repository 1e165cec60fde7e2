import { expect, it } from 'vitest'
import { progressOf } from './progress.ts'

const states = (steps: ReturnType<typeof progressOf>) =>
  steps.map(({ label, state }) => `${label}: ${state}`).slice(0, 8)

it('a project that lost has taken every step up to its offer', () => {
  expect(states(progressOf('project', 'Unmatched')).slice(-2)).toEqual(['Offered: done', 'Unmatched: bad'])
})

it('a project that ended with its round has only taken the steps that it had come to', () => {
  expect(states(progressOf('project', 'Unmatched', 'Registered'))).toEqual([
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

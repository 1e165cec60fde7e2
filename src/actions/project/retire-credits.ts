import { hasEnded } from '#domain/credit'
import { dayOf } from '#domain/dates'
import { action } from '../kit/action.ts'
import { move } from '../kit/changes.ts'
import { system } from '../kit/who.ts'

/** What was issued but never sold retires when its last period has ended. */
export const retireCredits = action({
  name: 'RetireCredits',
  on: 'project',
  title: 'Retire credits',
  who: [system],
  from: ['Verified', 'FailedVerification', 'Monitoring'],
  fields: {},
  moves: [['credit', 'Issued', 'Retired']],
  reads: (read, { id }) => read.list('credit', { projectId: id, requirementId: null, status: 'Issued' }),
  effect: ({ reads: unsold, now }) =>
    unsold.filter(credit => hasEnded(credit, dayOf(now))).map(credit => move('credit', credit, 'Retired')),
  done: 'The credits are retired',
})

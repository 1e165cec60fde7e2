import { hasEnded } from '#domain/credit'
import { dayOf } from '#domain/dates'
import { certify } from '../common/certificates.ts'
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
  effect: ({ subject, reads: unsold, now }) => {
    const ended = unsold.filter(credit => hasEnded(credit, dayOf(now)))
    return [
      ...ended.map(credit => move('credit', credit, 'Retired')),
      ...(ended.length > 0 ? [certify('project', subject, 'Credits retired at the end of their term')] : []),
    ]
  },
  done: 'The credits are retired',
})

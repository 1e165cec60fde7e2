import { hasCreditEnded } from '#domain/credit/credit'
import { utcDayOf } from '@credit-market/values/dates'
import { issueProgressCertificate } from '../../common/certificates.ts'
import { action } from '../../kit/action.ts'
import { changeStatus } from '../../kit/changes.ts'
import { system } from '../../kit/who.ts'

/** Retires issued but unsold credits at the end of their last period. */
export const retireUnsoldCredits = action({
  name: 'RetireCredits',
  on: 'project',
  title: 'Retire credits',
  who: [system],
  from: ['Verified', 'FailedVerification', 'Monitoring'],
  fields: {},
  moves: [['credit', 'Issued', 'Retired']],
  reads: (read, { id }) => read.list('credit', { projectId: id, requirementId: null, status: 'Issued' }),
  effect: ({ subject, reads: unsold, now }) => {
    const ended = unsold.filter(credit => hasCreditEnded(credit, utcDayOf(now)))
    return [
      ...ended.map(credit => changeStatus('credit', credit, 'Retired')),
      ...(ended.length > 0
        ? [issueProgressCertificate('project', subject, 'Credits retired at the end of their term')]
        : []),
    ]
  },
  done: 'The credits have been retired',
})

import { hasCreditEnded } from '#domain/credit/credit'
import { utcDayOf } from '@credit-market/values/dates'
import { issueProgressCertificate } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
import { changeStatus } from '../kit/changes.ts'
import { system } from '../kit/who.ts'

/** Retires redeemed credits at the end of their last period, and the requirement with the last of them. */
export const retireRedeemedCredits = action({
  name: 'RetireCredits',
  on: 'requirement',
  title: 'Retire credits',
  who: [system],
  from: ['CreditsRedeemed'],
  fields: {},
  moves: [
    ['credit', 'Redeemed', 'Retired'],
    ['requirement', 'CreditsRedeemed', 'Retired'],
  ],
  reads: (read, { id }) => read.list('credit', { requirementId: id, status: 'Redeemed' }),
  effect: ({ subject, reads: redeemed, now }) => {
    const ended = redeemed.filter(credit => hasCreditEnded(credit, utcDayOf(now)))
    return [
      ...ended.map(credit => changeStatus('credit', credit, 'Retired')),
      ...(ended.length === redeemed.length ? [changeStatus('requirement', subject, 'Retired')] : []),
      ...(ended.length > 0
        ? [issueProgressCertificate('requirement', subject, 'Credits retired at the end of their term')]
        : []),
    ]
  },
  done: 'The credits have been retired',
})

import { hasEnded } from '#domain/credit'
import { dayOf } from '#domain/dates'
import { certify } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
import { move } from '../kit/changes.ts'
import { system } from '../kit/who.ts'

/** Redeemed credits retire when their last period has ended, and the requirement with the last of them. */
export const retireCredits = action({
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
    const ended = redeemed.filter(credit => hasEnded(credit, dayOf(now)))
    return [
      ...ended.map(credit => move('credit', credit, 'Retired')),
      ...(ended.length === redeemed.length ? [move('requirement', subject, 'Retired')] : []),
      ...(ended.length > 0
        ? [certify('requirement', subject, 'Credits retired at the end of their term')]
        : []),
    ]
  },
  done: 'The credits are retired',
})

import { NO_OFFER } from '#domain/project/project'
import { NO_BID } from '#domain/project/requirement'
import { action } from '../kit/action.ts'
import { changeStatus, update } from '../kit/changes.ts'
import { longText } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Withdraws a participant from a round with its offers or bids. An existing match must then be made again. */
export const withdrawParticipation = action({
  name: 'Withdraw',
  on: 'participation',
  title: 'Withdraw',
  binds: {
    verb: 'Withdraw from the round',
    undone: 'Only the market operator can undo this, and you would have to make your offers and bids again.',
  },
  description: 'All offers and bids in this capacity are removed from the market round.',
  who: [operator, owner, agent('RegisterForRound')],
  approval: 'secondPerson',
  from: ['Interested', 'Provisional', 'Registered'],
  during: {
    operator: [
      'Draft',
      'Open',
      'Closed',
      'OpenForBidsAndOffers',
      'ClosedForBidsAndOffers',
      'Pending',
      'Matching',
      'Matched',
      'Failed',
      'Rejected',
    ],
    others: ['Draft', 'Open', 'Closed', 'OpenForBidsAndOffers'],
  },
  fields: { reason: longText('Reason') },
  initial: () => ({ reason: null }),
  to: 'Withdrawn',
  moves: [
    ['project', 'Offered', 'ApprovedRound'],
    ['requirement', 'Bid', 'Registered'],
  ],
  reads: async (read, { organisationId, roundId, capacity }) => ({
    offers:
      capacity === 'Supplier'
        ? await read.list('project', { roundId, supplierId: organisationId, status: 'Offered' })
        : [],
    bids:
      capacity === 'Supplier'
        ? []
        : await read.list('requirement', { roundId, buyerId: organisationId, type: capacity, status: 'Bid' }),
  }),
  effect: ({ subject, values: { reason }, reads: { offers, bids } }) => [
    update('participation', subject, { reason, statusBefore: subject.status }),
    ...offers.map(project => changeStatus('project', project, 'ApprovedRound', NO_OFFER)),
    ...bids.map(requirement => changeStatus('requirement', requirement, 'Registered', NO_BID)),
  ],
  done: 'The registration has been withdrawn',
})

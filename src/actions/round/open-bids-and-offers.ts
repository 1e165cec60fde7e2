import { action } from '../kit/action.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Opens a round for bids and offers, or opens it again so that they may be changed. */
export const openBidsAndOffers = action({
  name: 'OpenBidsAndOffers',
  on: 'round',
  title: 'Open bids and offers',
  who: [operator],
  from: ['Closed', 'ClosedForBidsAndOffers', 'Failed', 'Rejected'],
  given: async (read, { id: roundId }) => ({
    projects: (await read.list('project', { roundId, status: ['ApprovedRound', 'Offered'] })).length,
    requirements: (await read.list('requirement', { roundId, status: ['Registered', 'Bid'] })).length,
  }),
  fields: { confirmed: confirm('Open this market round for bids and offers') },
  check: (_, { projects, requirements }) => {
    if (projects === 0) return { form: 'At least one project must be approved for the round' }
    if (requirements === 0) return { form: 'At least one credit requirement must be registered' }
    return {}
  },
  to: 'OpenForBidsAndOffers',
  done: 'The round is open for bids and offers',
})

import { obstacle } from '../common/obstacle.ts'
import { action } from '../kit/action.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Opens a round for bids and offers, or opens it again so that they may be changed. */
export const openBidsAndOffers = action({
  name: 'OpenBidsAndOffers',
  on: 'round',
  title: 'Open bids and offers',
  binds: {
    verb: 'Open for bids and offers',
    undone: 'The round can be closed again for bids and offers; registration ends here.',
  },
  who: [operator],
  approval: 'secondPerson',
  // To open it again is to let bids be changed by whoever may have read them.
  approvalWhen: ({ status }) => status !== 'Closed',
  from: ['Closed', 'ClosedForBidsAndOffers', 'Failed', 'Rejected'],
  given: async (read, round) => {
    const roundId = round.id
    const project = await read.latest('project', { roundId, status: ['ApprovedRound', 'Offered'] })
    const requirement = await read.latest('requirement', { roundId, status: ['Registered', 'Bid'] })
    const lacking = (one: object | undefined, text: string) =>
      one ? [] : [obstacle('round', round, 'Open', text)]
    return {
      obstacles: [
        ...lacking(project, 'At least one project must be approved for the round'),
        ...lacking(requirement, 'At least one credit requirement must be registered'),
      ],
    }
  },
  fields: { confirmed: confirm('Open this market round for bids and offers') },
  check: (_, { obstacles: [first] }) => (first ? { form: first.text } : {}),
  to: 'OpenForBidsAndOffers',
  done: 'The round is open for bids and offers',
})

import { GROUP_TYPES, PROJECT_GROUP_LABELS } from '#domain/group'
import { BEFORE_BIDS_CLOSE } from '#domain/round'
import { whileBidsAreOpen } from '../common/second-person.ts'
import { action, save } from '../kit/action.ts'
import { name, oneOf } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Renames a group, or changes how its projects win. */
export const updateDetails = action({
  name: 'UpdateDetails',
  on: 'projectGroup',
  title: 'Update details',
  who: [operator, owner, agent('RegisterForRound'), agent('MakeOffersOrBids')],
  approval: 'ownerIfAny',
  approvalWhen: whileBidsAreOpen,
  during: BEFORE_BIDS_CLOSE,
  fields: {
    name: name('Name'),
    type: oneOf('Type', GROUP_TYPES, PROJECT_GROUP_LABELS),
  },
  effect: save,
})

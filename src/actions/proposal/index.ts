import { approveProposal } from './approve.ts'
import { declineProposal } from './decline.ts'
import { expireProposal, voidProposal, withdrawProposal } from './withdraw-proposal.ts'

/** Actions on a proposal, in menu order. */
export const proposalActions = [
  approveProposal,
  declineProposal,
  withdrawProposal,
  voidProposal,
  expireProposal,
]

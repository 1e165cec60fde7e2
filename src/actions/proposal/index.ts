import { approveProposal } from './approve.ts'
import { declineProposal } from './decline.ts'
import { expireProposal } from './expire.ts'
import { voidProposal } from './make-void.ts'
import { withdrawProposal } from './withdraw-proposal.ts'

/** Actions on a proposal, in menu order. */
export const proposalActions = [
  approveProposal,
  declineProposal,
  withdrawProposal,
  voidProposal,
  expireProposal,
]

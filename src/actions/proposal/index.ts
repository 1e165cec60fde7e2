import { approve } from './approve.ts'
import { decline } from './decline.ts'
import { expire } from './expire.ts'
import { makeVoid } from './make-void.ts'
import { withdrawProposal } from './withdraw-proposal.ts'

/** What can be done with a proposal, in menu order. */
export const proposalActions = [approve, decline, withdrawProposal, makeVoid, expire]

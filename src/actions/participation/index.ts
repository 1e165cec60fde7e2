import { addComment } from '../common/comment.ts'
import { completeParticipation } from './complete-registration.ts'
import { registerParticipation } from './register.ts'
import { reinstateParticipation } from './reinstate.ts'
import { withdrawParticipation } from './withdraw.ts'

/** Actions on a participation, in menu order. */
export const participationActions = [
  registerParticipation,
  completeParticipation,
  withdrawParticipation,
  reinstateParticipation,
  addComment('participation'),
]

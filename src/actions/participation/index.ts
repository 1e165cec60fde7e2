import { comment } from '../common/comment.ts'
import { completeRegistration } from './complete-registration.ts'
import { register } from './register.ts'
import { reinstate } from './reinstate.ts'
import { withdraw } from './withdraw.ts'

/** What can be done with a participation, in menu order. */
export const participationActions = [
  register,
  completeRegistration,
  withdraw,
  reinstate,
  comment('participation'),
]

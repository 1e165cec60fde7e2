import { editPermissions } from './edit-permissions.ts'
import { setApproval } from './set-approval.ts'

/** Actions on an agent's authority, in menu order. */
export const agentAuthorityActions = [setApproval, editPermissions]

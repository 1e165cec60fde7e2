import { admitPerson } from './admit-person.ts'
import { changeGroups } from './change-groups.ts'
import { disableUser, enableUser, requireNewPassword, resetSecondFactor } from './disable-user.ts'
import { markAsShared } from './mark-as-shared.ts'

/** Actions of others on a person's account, in menu order. */
export const userActions = [
  admitPerson,
  changeGroups,
  requireNewPassword,
  resetSecondFactor,
  markAsShared,
  disableUser,
  enableUser,
]

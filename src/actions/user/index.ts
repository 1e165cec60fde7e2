import { admitPerson } from './admit-person.ts'
import { changeGroups } from './change-groups.ts'
import { disableUser } from './disable-user.ts'
import { enableUser } from './enable-user.ts'
import { markAsShared } from './mark-as-shared.ts'
import { requireNewPassword } from './require-new-password.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

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

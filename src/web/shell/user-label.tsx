import { ChevronDown, UserRound } from 'lucide-react'
import type { SignedIn } from '#contract/account'
import { nameOf } from './roles.ts'

/** What stands on the button of the user's menu. */
export const UserLabel = ({ user }: { user: SignedIn | null }) => (
  <>
    <UserRound aria-hidden="true" />
    <span className="user-name">{user ? nameOf(user) : 'Not logged in'}</span>
    <ChevronDown aria-hidden="true" />
  </>
)

import {
  ChevronDownIcon,
  CompassIcon,
  KeyRoundIcon,
  LogInIcon,
  LogOutIcon,
  MoonIcon,
  SunIcon,
  UserRoundIcon,
  UserRoundPenIcon,
} from '../icons/icons.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SignedInUser } from '#contract/people/account'
import { messageOf } from '../api/api-problem.ts'
import { signOut } from '../api/api.ts'
import { Menu, MenuButton, MenuLink, MenuSection } from '../parts/menu/menu.tsx'
import { toast } from '../parts/page/toasts.ts'
import { SIGNED_OUT_STATE } from '../sign-in/challenges.ts'
import { SignIn } from '../sign-in/sign-in.ts'
import { userDisplayName } from './roles.ts'
import { chooseTheme, currentTheme } from './theme.ts'
import { forgetVisits } from './visits.ts'

/** Label on the button of the user menu. */
const UserLabel = ({ user }: { user: SignedInUser | null }) => (
  <>
    <UserRoundIcon aria-hidden="true" />
    <span className="user-name">{user ? userDisplayName(user) : 'Not logged in'}</span>
    <ChevronDownIcon aria-hidden="true" />
  </>
)

const ThemeSwitch = ({ user }: { user: SignedInUser | null }) => {
  const [theme, setTheme] = useState(() => currentTheme(user))
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <MenuButton
      icon={other === 'dark' ? MoonIcon : SunIcon}
      label={other === 'dark' ? 'Dark theme' : 'Light theme'}
      onPress={() => {
        chooseTheme(other)
        setTheme(other)
      }}
    />
  )
}

/** Menu of the signed-in user, with the user's own pages. */
export const UserMenu = ({ user, goTo }: { user: SignedInUser | null; goTo: () => void }) => {
  const navigate = useNavigate()
  const leave = async () => {
    // Loaded first, so that it appears immediately and is still there for a user who goes back.
    await SignIn.fetchNow().catch(() => undefined)
    try {
      await signOut(() => {
        forgetVisits()
        // Rendered before the cache is cleared: otherwise the page being left would redirect to a sign-in that leads
        // back to it.
        return navigate('/login', { state: SIGNED_OUT_STATE, flushSync: true })
      })
    } catch (error) {
      toast('error', messageOf(error))
    }
  }
  return (
    <Menu align="end" buttonClass="nav-link user-button" button={<UserLabel user={user} />}>
      {user ? (
        <MenuSection
          note={
            <>
              <b>{userDisplayName(user)}</b>
              <br />
              {user.email}
            </>
          }
        >
          <MenuButton icon={CompassIcon} label="Go to (Ctrl+K)" onPress={goTo} />
          <MenuLink to="/profile" icon={UserRoundPenIcon} label="Profile" />
          {user.groups.length > 0 && (
            <MenuLink to="/programs" icon={KeyRoundIcon} label="API keys and webhooks" />
          )}
          <ThemeSwitch user={user} />
          <MenuButton icon={LogOutIcon} label="Sign out" onPress={() => void leave()} />
        </MenuSection>
      ) : (
        <>
          <ThemeSwitch user={user} />
          <MenuLink to="/login" icon={LogInIcon} label="Sign in" />
        </>
      )}
    </Menu>
  )
}

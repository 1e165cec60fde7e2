import { Compass, KeyRound, LogIn, LogOut, Moon, Sun, UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SignedIn } from '#contract/account'
import { messageOf } from '../api-problem.ts'
import { signOut } from '../api.ts'
import { Menu, MenuButton, MenuLink, MenuSection } from '../parts/menu.tsx'
import { toast } from '../parts/toasts.ts'
import { SIGNED_OUT } from '../sign-in/challenges.ts'
import { SignIn } from '../sign-in/sign-in.ts'
import { nameOf } from './roles.ts'
import { chooseTheme, themeFor } from './theme.ts'
import { UserLabel } from './user-label.tsx'
import { forgetVisits } from './visits.ts'

const ThemeSwitch = ({ user }: { user: SignedIn | null }) => {
  const [theme, setTheme] = useState(() => themeFor(user))
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <MenuButton
      icon={other === 'dark' ? Moon : Sun}
      label={other === 'dark' ? 'Dark theme' : 'Light theme'}
      onPress={() => {
        chooseTheme(other)
        setTheme(other)
      }}
    />
  )
}

/** Who is signed in, and what concerns only them. */
export const UserMenu = ({ user, goTo }: { user: SignedIn | null; goTo: () => void }) => {
  const navigate = useNavigate()
  const leave = async () => {
    // It is there at once then, and whoever goes back meets it again.
    await SignIn.fetchNow().catch(() => undefined)
    try {
      await signOut(() => {
        forgetVisits()
        // Drawn before anything is forgotten: else the page that is left would ask for a sign-in that leads back to it.
        return navigate('/login', { state: SIGNED_OUT, flushSync: true })
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
              <b>{nameOf(user)}</b>
              <br />
              {user.email}
            </>
          }
        >
          <MenuButton icon={Compass} label="Go to (Ctrl+K)" onPress={goTo} />
          <MenuLink to="/profile" icon={UserRoundPen} label="Profile" />
          {user.groups.length > 0 && (
            <MenuLink to="/programs" icon={KeyRound} label="API keys and webhooks" />
          )}
          <ThemeSwitch user={user} />
          <MenuButton icon={LogOut} label="Sign out" onPress={() => void leave()} />
        </MenuSection>
      ) : (
        <>
          <ThemeSwitch user={user} />
          <MenuLink to="/login" icon={LogIn} label="Sign in" />
        </>
      )}
    </Menu>
  )
}

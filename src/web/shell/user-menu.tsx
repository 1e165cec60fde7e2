import { ChevronDown, LogIn, LogOut, Moon, Sun, UserRound, UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { SignedIn } from '#contract/account'
import { forgetEverything, send } from '../api.ts'
import { Menu } from '../parts/menu.tsx'
import { toast } from '../parts/toasts.ts'
import { nameOf } from './roles.ts'
import { chooseTheme, themeFor } from './theme.ts'

const ThemeSwitch = ({ user }: { user: SignedIn | null }) => {
  const [theme, setTheme] = useState(() => themeFor(user))
  const other = theme === 'dark' ? 'light' : 'dark'
  const Icon = other === 'dark' ? Moon : Sun
  return (
    <button
      type="button"
      className="menu-item"
      onClick={() => {
        chooseTheme(other)
        setTheme(other)
      }}
    >
      <Icon aria-hidden="true" />
      {other === 'dark' ? 'Dark theme' : 'Light theme'}
    </button>
  )
}

/** Who is signed in, and what concerns only them. */
export const UserMenu = ({ user }: { user: SignedIn | null }) => {
  const navigate = useNavigate()
  const signOut = async () => {
    try {
      await send('/api/auth/logout', {})
    } catch (error) {
      toast('error', (error as Error).message)
      return
    }
    await forgetEverything()
    void navigate('/login')
  }
  return (
    <Menu
      atEnd
      buttonClass="nav-link user-button"
      button={
        <>
          <UserRound aria-hidden="true" />
          <span className="user-name">{user ? nameOf(user) : 'Not logged in'}</span>
          <ChevronDown aria-hidden="true" />
        </>
      }
    >
      {user && (
        <p className="menu-note">
          <b>{nameOf(user)}</b>
          <br />
          {user.email}
        </p>
      )}
      {user && (
        <Link className="menu-item" to="/profile">
          <UserRoundPen aria-hidden="true" />
          Profile
        </Link>
      )}
      <ThemeSwitch user={user} />
      {user ? (
        <button type="button" className="menu-item" onClick={() => void signOut()}>
          <LogOut aria-hidden="true" />
          Sign out
        </button>
      ) : (
        <Link className="menu-item" to="/login">
          <LogIn aria-hidden="true" />
          Sign in
        </Link>
      )}
    </Menu>
  )
}

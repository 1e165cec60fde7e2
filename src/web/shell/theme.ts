import type { UserGroup } from '#domain/user'
import type { SignedIn } from '#contract/account'

export type Theme = 'light' | 'dark'

const REMEMBERED = 'theme'

const remembered = (): Theme | null => {
  const kept = localStorage.getItem(REMEMBERED)
  return kept === 'light' || kept === 'dark' ? kept : null
}

type Look = 'public' | 'working'

const LOOKS: Record<UserGroup, Look> = {
  sysadmin: 'working',
  admin: 'working',
  lpa: 'working',
  participant: 'public',
  agent: 'public',
}

/** The public look, also while loading and for whoever is signed out, or the one for daily work. */
const lookFor = (user: SignedIn | null | undefined): Look =>
  user?.groups.some(group => LOOKS[group] === 'working') ? 'working' : 'public'

/** The theme chosen in this browser, else dark with the public look and light otherwise. */
export const themeFor = (user: SignedIn | null | undefined): Theme =>
  remembered() ?? (lookFor(user) === 'public' ? 'dark' : 'light')

/** Puts a theme on the page. */
export const applyTheme = (user: SignedIn | null | undefined) => {
  document.documentElement.dataset.theme = themeFor(user)
  document.documentElement.dataset.look = lookFor(user)
}

/** The reader's choice, kept in this browser. */
export const chooseTheme = (theme: Theme) => {
  localStorage.setItem(REMEMBERED, theme)
  document.documentElement.dataset.theme = theme
}

import type { SignedIn } from '#contract/account'

export type Theme = 'light' | 'dark'

const REMEMBERED = 'theme'

const remembered = (): Theme | null => {
  const kept = localStorage.getItem(REMEMBERED)
  return kept === 'light' || kept === 'dark' ? kept : null
}

/** Is the look the public one: while loading, signed out, and for participants and agents? */
const isPublicLook = (user: SignedIn | null | undefined): boolean =>
  !user || !user.groups.some(group => ['sysadmin', 'admin', 'lpa'].includes(group))

/** The theme chosen in this browser, else dark with the public look and light otherwise. */
export const themeFor = (user: SignedIn | null | undefined): Theme =>
  remembered() ?? (isPublicLook(user) ? 'dark' : 'light')

/** Puts a theme on the page. */
export const applyTheme = (user: SignedIn | null | undefined) => {
  document.documentElement.dataset.theme = themeFor(user)
  document.documentElement.dataset.look = isPublicLook(user) ? 'public' : 'working'
}

/** The reader's choice, kept in this browser. */
export const chooseTheme = (theme: Theme) => {
  localStorage.setItem(REMEMBERED, theme)
  document.documentElement.dataset.theme = theme
}

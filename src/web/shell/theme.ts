import { lookFor, THEME_OF, type Theme } from '#domain/user'
import type { SignedIn } from '#contract/account'

const REMEMBERED = 'theme'

/** The theme chosen in this browser. */
export const remembered = (): Theme | null => {
  const kept = localStorage.getItem(REMEMBERED)
  return kept === 'light' || kept === 'dark' ? kept : null
}

const lookOf = (user: SignedIn | null | undefined) => lookFor(user?.groups ?? [])

/** The theme chosen in this browser, else that of the look. */
export const themeFor = (user: SignedIn | null | undefined): Theme => remembered() ?? THEME_OF[lookOf(user)]

/** Puts a theme on the page. */
export const applyTheme = (user: SignedIn | null | undefined) => {
  document.documentElement.dataset.theme = themeFor(user)
  document.documentElement.dataset.look = lookOf(user)
}

/** The reader's choice, kept in this browser. */
export const chooseTheme = (theme: Theme) => {
  localStorage.setItem(REMEMBERED, theme)
  document.documentElement.dataset.theme = theme
}

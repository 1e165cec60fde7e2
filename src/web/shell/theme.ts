import { pageLookOfGroups, DEFAULT_THEMES, type Theme } from '#domain/people/user'
import type { SignedInUser } from '#contract/people/account'
import { BROWSER_STORAGE_KEYS, readStoredTheme } from '#contract/people/theme'

type Reader = SignedInUser | null | undefined

const lookOf = (user: Reader) => pageLookOfGroups(user?.groups ?? [])

/** Theme chosen in this browser, otherwise the default of the reader's look. */
export const currentTheme = (user: Reader): Theme => {
  const usual = DEFAULT_THEMES[lookOf(user)]
  return readStoredTheme(name => (name === BROWSER_STORAGE_KEYS.usual ? usual : localStorage.getItem(name)))
}

/** Stores in this browser what public pages, which do not know their reader, need to know. */
export const rememberLook = (user: SignedInUser | null): void => {
  localStorage.setItem(BROWSER_STORAGE_KEYS.usual, DEFAULT_THEMES[lookOf(user)])
  if (user === null) localStorage.removeItem(BROWSER_STORAGE_KEYS.signedIn)
  else localStorage.setItem(BROWSER_STORAGE_KEYS.signedIn, 'yes')
}

/** Applies a theme to the page. */
export const applyTheme = (user: Reader) => {
  document.documentElement.dataset.theme = currentTheme(user)
  document.documentElement.dataset.look = lookOf(user)
}

/** Stores the reader's choice in this browser. */
export const chooseTheme = (theme: Theme) => {
  localStorage.setItem(BROWSER_STORAGE_KEYS.chosen, theme)
  document.documentElement.dataset.theme = theme
}

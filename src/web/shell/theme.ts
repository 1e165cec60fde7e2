import { lookFor, THEME_OF, type Theme } from '#domain/user'
import type { SignedIn } from '#contract/account'
import { REMEMBERED, rememberedTheme } from '#contract/theme'

type Reader = SignedIn | null | undefined

const lookOf = (user: Reader) => lookFor(user?.groups ?? [])

/** The theme chosen in this browser, else that of the look. */
export const themeFor = (user: Reader): Theme => {
  const usual = THEME_OF[lookOf(user)]
  return rememberedTheme(name => (name === REMEMBERED.usual ? usual : localStorage.getItem(name)))
}

/** Remembers in this browser what public pages, which know nobody, must know of their reader. */
const remember = (user: SignedIn | null): void => {
  localStorage.setItem(REMEMBERED.usual, THEME_OF[lookOf(user)])
  if (user === null) localStorage.removeItem(REMEMBERED.signedIn)
  else localStorage.setItem(REMEMBERED.signedIn, 'yes')
}

/** Puts a theme on the page; once it is known who reads it, public pages follow. */
export const applyTheme = (user: Reader) => {
  document.documentElement.dataset.theme = themeFor(user)
  document.documentElement.dataset.look = lookOf(user)
  if (user !== undefined) remember(user)
}

/** The reader's choice, kept in this browser. */
export const chooseTheme = (theme: Theme) => {
  localStorage.setItem(REMEMBERED.chosen, theme)
  document.documentElement.dataset.theme = theme
}

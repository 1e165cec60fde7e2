import { THEME_OF, type Theme } from '#domain/user'

/** What a browser remembers, by name, so that a page looks alike before and after signing in. */
export const REMEMBERED = {
  /** The theme that the reader has chosen. */
  chosen: 'theme',
  /** The theme that pages have where nothing is chosen: that of whoever was signed in here last. */
  usual: 'theme-by-default',
  /** There while somebody is signed in. */
  signedIn: 'signed-in',
} as const

const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark'

/** The theme of all pages in a browser that remembers this: the one chosen, else the usual one, else that of strangers. */
export const rememberedTheme = (remembers: (name: string) => string | null): Theme =>
  [REMEMBERED.chosen, REMEMBERED.usual].map(remembers).find(isTheme) ?? THEME_OF.public

import { DEFAULT_THEMES, type Theme } from '#domain/people/user'

/** Names in the browser's storage, so that a page looks the same before and after sign-in. */
export const BROWSER_STORAGE_KEYS = {
  /** Theme that the reader chose. */
  chosen: 'theme',
  /** Default theme: that of the last person signed in here. */
  usual: 'theme-by-default',
  /** Present while someone is signed in. */
  signedIn: 'signed-in',
} as const

const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark'

/** Theme of all pages in a browser with this storage: the chosen one, otherwise the default, otherwise that of visitors. */
export const readStoredTheme = (remembers: (name: string) => string | null): Theme =>
  [BROWSER_STORAGE_KEYS.chosen, BROWSER_STORAGE_KEYS.usual].map(remembers).find(isTheme) ??
  DEFAULT_THEMES.public

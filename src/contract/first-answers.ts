/** The id of the element in which a page finds the answers that came with it: JSON, by the addresses they answer. */
export const FIRST_ANSWERS = 'first-answers'

/** Under which name, among these answers, a page that came drawn finds what it told of itself as it was drawn. */
export const FIRST_FACTS = 'first-facts'

/** A page as it looks before any script runs. */
export interface Drawn {
  html: string
  /** What it told of itself, as JSON; null where it told nothing. */
  facts: string | null
}

/**
 * Draws the page at an address from the answers that come with it, as JSON by address, under the name that the market
 * has (JSON, too). The browser takes over what it drew instead of drawing it once more.
 */
export type DrawPage = (url: string, answers: ReadonlyMap<string, string>, brand: string) => Promise<Drawn>

/** What the page to sign in on begins with: the server sends it as text, before any script draws the page. */
export const SIGN_IN_OPENING = {
  title: 'Sign in',
  intro: 'Biodiversity units, nitrogen and phosphorous credits, traded in market rounds.',
}

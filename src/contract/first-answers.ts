/** The id of the element in which a page finds the answers that came with it: JSON, by the addresses they answer. */
export const FIRST_ANSWERS = 'first-answers'

/** What the page to sign in on begins with: the server sends it as text, before any script draws the page. */
export const SIGN_IN_OPENING = {
  title: 'Sign in',
  intro: 'Biodiversity units, nitrogen and phosphorous credits, traded in market rounds.',
}

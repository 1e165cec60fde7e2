import type { Instant } from '@credit-market/values/dates'

/** Id of the element with the preloaded data of a page: JSON answers by address. */
export const PRELOADED_DATA_ID = 'first-answers'

/** Key in the preloaded data for the time on the server when it sent the page. */
export const SERVER_TIME_KEY = 'server-time'

/** Name in the preloaded data of the facts of a server-rendered page. */
export const PAGE_FACTS_KEY = 'first-facts'

/** A server-rendered page. */
export interface RenderedPage {
  html: string
  /** Facts recorded during rendering, as JSON; null if there are none. */
  facts: string | null
}

/**
 * Renders the page at an address. Takes the preloaded answers (JSON, by address), the market's name (JSON) and the
 * time; the browser continues from this HTML instead of rendering again.
 */
export type RenderPage = (
  url: string,
  answers: ReadonlyMap<string, string>,
  brand: string,
  time: Instant,
) => Promise<RenderedPage>

/** First words of the sign-in page, which the server sends as text so that they show before scripts run. */
export const SIGN_IN_INTRO = {
  title: 'Sign in',
  intro: 'Biodiversity units, nitrogen and phosphorous credits, traded in market rounds.',
}

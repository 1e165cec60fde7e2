import type { FrontPage } from '../layout.ts'
import { html } from '../html.ts'

/** Where visitors begin. */
export const startPage = (name: string): FrontPage => ({
  title: 'Start',
  description: `${name}: biodiversity units, nitrogen and phosphorous credits in England`,
  body: html`<h1>Nature credits, matched fairly and checked by anybody</h1>
    <p class="lead measure">
      Landholders offer biodiversity units and nitrogen and phosphorous credits; developments that need them
      bid. A market operator runs rounds in which all are matched at once, at prices that follow a published
      rule.
    </p>
    <p><a class="button" href="/how-it-works">How it works</a></p>`,
})

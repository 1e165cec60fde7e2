import { EXAMPLES, type Example } from '#practice/model/examples'
import { encodeSetting } from '#practice/model/link'
import type { PracticeResult } from '#practice/model/tell'
import { html, trustedHtml, type Html } from '../html.ts'
import { controlsHtml } from './controls.ts'
import { resultPictureHtml, resultHtml } from './result.ts'

/** Address of an example. */
const pathOf = ({ name }: Example, first: Example): string =>
  name === first.name ? '/practice' : `/practice?example=${name}`

/** Links to all examples, with the current one marked. */
export const exampleLinks = (current: Example): Html => {
  const all = [...EXAMPLES.values()]
  return html`<nav class="examples" aria-label="Examples">
    <ul class="row">
      ${all.map(
        one =>
          html`<li>
            <a
              class="example-link"
              href="${pathOf(one, all[0]!)}"
              ${one === current && trustedHtml('aria-current="page"')}
              >${one.title}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`
}

/**
 * Practice market, initially with an example. It is complete without scripts; `scripts/practice.ts` makes it
 * interactive, finds its parts by their `data-practice` attributes, and draws them by the same functions.
 */
export const practiceMarket = ({ setting }: Example, told: PracticeResult): Html =>
  html`<form
    class="practice"
    data-practice="market"
    data-setting="${encodeSetting(setting)}"
    autocomplete="off"
  >
    <div class="practice-shown">
      <h2>Result</h2>
      <div class="practice-said">
        <p role="status" data-practice="headline">${told.headline}</p>
        <p class="practice-note" role="status" data-practice="note"></p>
      </div>
      <div data-practice="picture">${resultPictureHtml(setting, told)}</div>
    </div>
    <div class="practice-set">
      <h2>Offers and bids</h2>
      <noscript>
        <p>You need JavaScript to move the sliders. The examples and the results work without it.</p>
      </noscript>
      <fieldset class="practice-controls" data-practice="controls" disabled>
        <legend class="sr-only">Offers, bids, groups and reserve</legend>
        <div class="practice-lots" data-practice="lots">${controlsHtml(setting, told)}</div>
        <div class="row practice-tools">
          <button class="button button-plain" type="button" data-practice="copy">
            Copy a link to these settings
          </button>
          <button class="button button-plain" type="button" data-practice="back">Back to the example</button>
        </div>
      </fieldset>
    </div>
    <div class="practice-result" data-practice="result">${resultHtml(setting, told)}</div>
  </form>`

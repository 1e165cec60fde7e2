import { EXAMPLES, type Example } from '#practice/model/examples'
import { linkOf } from '#practice/model/link'
import type { Told } from '#practice/model/tell'
import { html, trusted, type Html } from '../html.ts'
import { controlsHtml } from './controls.ts'
import { pictureHtml, resultHtml } from './result.ts'

/** The address of an example. */
const pathOf = ({ name }: Example, first: Example): string =>
  name === first.name ? '/practice' : `/practice?example=${name}`

/** Links to all examples, of which one is shown. */
export const exampleLinks = (current: Example): Html => {
  const all = [...EXAMPLES.values()]
  return html`<nav class="examples" aria-label="Examples">
    <ul>
      ${all.map(
        one =>
          html`<li>
            <a
              class="example-link"
              href="${pathOf(one, all[0]!)}"
              ${one === current && trusted('aria-current="page"')}
              >${one.title}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`
}

/**
 * A market to play with, as an example has it: whole without scripts, and moved by `scripts/practice.ts`, which finds its
 * parts by their `data-practice` attributes and draws them by the same functions.
 */
export const practiceMarket = ({ setting }: Example, told: Told): Html =>
  html`<form class="practice" data-practice="market" data-setting="${linkOf(setting)}" autocomplete="off">
    <div class="practice-shown">
      <h2>What comes of it</h2>
      <div class="practice-said">
        <p role="status" data-practice="headline">${told.headline}</p>
        <p class="practice-note" role="status" data-practice="note"></p>
      </div>
      <div data-practice="picture">${pictureHtml(setting, told)}</div>
    </div>
    <div class="practice-set">
      <h2>Offers and bids</h2>
      <noscript>
        <p>
          To move the sliders your browser has to run scripts. The examples, and all that stands below, do
          without.
        </p>
      </noscript>
      <fieldset class="practice-controls" data-practice="controls" disabled>
        <legend class="sr-only">Offers, bids, groups and reserve</legend>
        <div class="practice-lots" data-practice="lots">${controlsHtml(setting, told)}</div>
        <div class="practice-tools">
          <button class="button button-plain" type="button" data-practice="copy">Copy a link to this</button>
          <button class="button button-plain" type="button" data-practice="back">Back to the example</button>
        </div>
      </fieldset>
    </div>
    <div class="practice-result" data-practice="result">${resultHtml(setting, told)}</div>
  </form>`

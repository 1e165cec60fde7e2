import type { Verdict } from '#proof/told'
import { type Html, html, trusted } from './html.ts'
import { factsOf } from './table.ts'

const listOf = (heading: string, lines: readonly Html[]): Html | false =>
  lines.length > 0 &&
  html`<h3>${heading}</h3>
    <ul>
      ${lines}
    </ul>`

/** What came of a check: what it is worth, what it says, what is proved, and what is wrong with what to do. */
export const verdictHtml = ({ tone, title, facts, proved, troubles }: Verdict): Html =>
  html`<h2 class="verdict-title" tabindex="-1">${title}</h2>
    ${listOf(
      tone === 'bad' ? 'What is wrong, and what to do' : 'What is not proved, and what to do',
      troubles.map(
        ({ what, remedy }) =>
          html`<li>
            <strong>${what}</strong><br />
            ${remedy}
          </li>`,
      ),
    )}
    ${listOf(
      'What is proved',
      proved.map(line => html`<li>${line}</li>`),
    )}
    ${
      facts.length > 0 &&
      html`<h3>What it says</h3>
        ${factsOf(facts)}`
    }`

/** Where a text is pasted to be checked; hidden until there is a script that does. */
export const pasteForm = ({ isHidden = false } = {}): Html =>
  html`<form class="paste" data-paste ${isHidden && trusted('hidden')}>
    <label>
      Or paste the text of a receipt, a letter or a checkpoint
      <textarea class="input" name="text" rows="5" required spellcheck="false" autocomplete="off"></textarea>
    </label>
    <button class="button" type="submit">Check the text</button>
  </form>`

/** Where the verdict is shown. */
export const verdictPlace = (): Html =>
  html`<section class="part verdict" data-verdict aria-label="What came of the check" hidden></section>`

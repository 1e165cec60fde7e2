import type { ProofVerdict } from '#proof/told'
import { toneClass } from '#look/status'
import { type Html, html, trustedHtml } from './html.ts'
import { factsList } from './table.ts'

const TONES = { good: 'good', notProved: 'warn', bad: 'bad' } as const

const listOf = (heading: string, lines: readonly Html[]): Html | false =>
  lines.length > 0 &&
  html`<h3>${heading}</h3>
    <ul>
      ${lines}
    </ul>`

/** Result of a check: the verdict, what it says, what is proved, and the problems with what to do. */
export const verdictHtml = ({ tone, title, facts, proved, troubles }: ProofVerdict): Html =>
  html`<h2 class="verdict-title ${toneClass(TONES[tone])}" tabindex="-1">${title}</h2>
    ${listOf(
      tone === 'bad' ? 'Problems, and what to do' : 'What is not proved, and what to do',
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
      html`<h3>Contents</h3>
        ${factsList(facts)}`
    }`

/** Form for pasting a text to check; hidden until the script that checks it has loaded. */
export const pasteForm = ({ isHidden = false } = {}): Html =>
  html`<form class="paste" data-paste ${isHidden && trustedHtml('hidden')}>
    <label>
      Or paste the text of a receipt, an email or a checkpoint
      <textarea class="input" name="text" rows="5" required spellcheck="false" autocomplete="off"></textarea>
    </label>
    <button class="button button-primary" type="submit">Check the text</button>
  </form>`

/** Place for the verdict. */
export const verdictPlaceholder = (): Html =>
  html`<section class="part verdict" data-verdict aria-label="Result of the check" hidden></section>`

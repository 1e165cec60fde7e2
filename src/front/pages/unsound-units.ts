import { unsoundText, type UnsoundUnits } from '#domain/case/unit-failure'
import { html, type HtmlPart } from '../html.ts'
import { replacedByText } from '../register/words.ts'
import { NOTHING_INSTEAD, UNSOUND_UNITS_HEADING } from './messages.ts'

/** Section of a page with the units that are not sound; nothing while all are. */
export const unsoundUnitsSection = (unsound: readonly UnsoundUnits[]): HtmlPart =>
  unsound.length > 0 &&
  html`<section class="part">
    <h2>${UNSOUND_UNITS_HEADING}</h2>
    <ul class="plain-list">
      ${unsound.map(
        one =>
          html`<li>
            <span class="num">${one.serial}</span>:
            ${unsoundText(one)}${replacedByText(one.replacedBy)}${one.assurance === 'failed' && NOTHING_INSTEAD}
          </li>`,
      )}
    </ul>
  </section>`

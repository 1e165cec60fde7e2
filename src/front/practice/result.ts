import { SCENES } from '#practice/model/scenes'
import type { Setting } from '#practice/model/setting'
import type { PracticeResult, PracticeItemResult, PracticePartyResult } from '#practice/model/tell'
import { html, type Html } from '../html.ts'
import { flowPictures, flowTable } from './flows.ts'
import { ownedItemsOf } from './names.ts'
import { moneyWithPence, paymentText, paymentStepsList } from './payments.ts'

/** Result of an item: whether it wins, and its payment if it does. */
export const itemResultText = ({ won, percent, payment }: PracticeItemResult): string =>
  !won
    ? 'Does not win'
    : percent < 100
      ? `Wins ${percent}%, ${paymentText(payment)}`
      : `Wins, ${paymentText(payment)}`

const partyRow = (setting: Setting, party: PracticePartyResult): Html =>
  html`<tr>
    <th scope="row">${SCENES[setting.scene].parties.find(({ id }) => id === party.id)!.name}</th>
    <td class="is-number">${party.won ? moneyWithPence(party.share) : '–'}</td>
    <td class="is-number">${party.won ? paymentText(party.payment) : 'does not win'}</td>
  </tr>`

/** Payments of all parties; the shares add up to the surplus. */
const moneyTable = (setting: Setting, told: PracticeResult): Html =>
  html`<table class="table money">
    <caption>
      Who wins, and what everyone pays
    </caption>
    <thead>
      <tr>
        <th scope="col">Party</th>
        <th scope="col" class="is-number">Share of surplus</th>
        <th scope="col" class="is-number">Payment</th>
      </tr>
    </thead>
    <tbody>
      ${told.parties.map(party => partyRow(setting, party))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td class="is-number">${moneyWithPence(told.surplus)}</td>
        <td class="is-number">${moneyWithPence(0)}</td>
      </tr>
    </tfoot>
  </table>`

const partyWords = (setting: Setting, party: PracticePartyResult): Html => {
  const owned = ownedItemsOf(SCENES[setting.scene])
  const { name } = owned.find(({ owner }) => owner.id === party.id)!.owner
  return html`<section class="card words">
    <h3>${name}</h3>
    ${party.sentences.map(sentence => html`<p>${sentence}</p>`)}
    ${party.steps.length > 0 && paymentStepsList(party.steps)}
    <ul class="words-items">
      ${party.items.map(
        ({ id, words }) =>
          html`<li><b>${owned.find(({ item }) => item.id === id)!.item.name}</b>: ${words}</li>`,
      )}
    </ul>
  </section>`
}

/** Results next to the sliders: money and flows. */
export const resultPictureHtml = (setting: Setting, told: PracticeResult): Html =>
  html`${moneyTable(setting, told)} ${flowPictures(setting, told)}
    <p class="small-note">${told.tie.note}</p>`

/** Result of a practice market in words for each party, with the flows in a table. */
export const resultHtml = (setting: Setting, told: PracticeResult): Html =>
  html`<h2 class="outcome-title">Why each party wins or loses</h2>
    <div class="cards words-grid">${told.parties.map(party => partyWords(setting, party))}</div>
    <h2 class="outcome-title">Who supplies whom</h2>
    ${flowTable(setting, told)}`

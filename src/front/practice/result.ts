import { showMoney, type Pence } from '#domain/money'
import type { PaymentStep } from '#domain/result-words'
import { SCENES } from '#practice/model/scenes'
import type { Setting } from '#practice/model/setting'
import type { Told, ToldItem, ToldParty } from '#practice/model/tell'
import { html, type Html } from '../html.ts'
import { flowPictures, flowTable } from './flows.ts'
import { itemsOf } from './names.ts'

const money = (pence: Pence): string => showMoney(pence, true)

const paymentText = (payment: Pence): string =>
  payment > 0 ? `pays ${money(payment)}` : `receives ${money(-payment)}`

/** Whether something won, and what it pays or receives then. */
export const standingOf = ({ won, percent, payment }: ToldItem): string =>
  won ? `Wins${percent < 100 ? ` ${percent}%` : ''}, ${paymentText(payment)}` : 'Does not win'

const partyRow = (setting: Setting, party: ToldParty): Html =>
  html`<tr>
    <th scope="row">${SCENES[setting.scene].parties.find(({ id }) => id === party.id)!.name}</th>
    <td class="is-number">${party.won ? money(party.share) : '–'}</td>
    <td class="is-number">${party.won ? paymentText(party.payment) : 'does not win'}</td>
  </tr>`

/** What everybody pays or receives; the shares add up to the surplus. */
const moneyTable = (setting: Setting, told: Told): Html =>
  html`<table class="table money">
    <caption>
      Who wins, and what everybody pays
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
        <th scope="row">Together</th>
        <td class="is-number">${money(told.surplus)}</td>
        <td class="is-number">comes to ${money(0)}</td>
      </tr>
    </tfoot>
  </table>`

const stepRow = ({ of, label, amount }: PaymentStep): Html =>
  html`<div class="${of === 'total' ? 'steps-line is-total' : 'steps-line'}">
    <dt>${label}</dt>
    <dd>${money(amount)}</dd>
  </div>`

const partyWords = (setting: Setting, party: ToldParty): Html => {
  const owned = itemsOf(SCENES[setting.scene])
  const { name } = owned.find(({ owner }) => owner.id === party.id)!.owner
  return html`<section class="card words">
    <h3>${name}</h3>
    ${party.sentences.map(sentence => html`<p>${sentence}</p>`)}
    ${party.steps.length > 0 && html`<dl class="steps">${party.steps.map(stepRow)}</dl>`}
    <ul class="words-items">
      ${party.items.map(
        ({ id, words }) =>
          html`<li><b>${owned.find(({ item }) => item.id === id)!.item.name}</b>: ${words}</li>`,
      )}
    </ul>
  </section>`
}

/** What stands beside the sliders: money and flows. */
export const pictureHtml = (setting: Setting, told: Told): Html =>
  html`${moneyTable(setting, told)} ${flowPictures(setting, told)}
    <p class="tie-note">${told.tie.note}</p>`

/** What came of a practice market in words to each party, and the flows in a table. */
export const resultHtml = (setting: Setting, told: Told): Html =>
  html`<h2 class="outcome-title">Why, party by party</h2>
    <div class="cards words-grid">${told.parties.map(party => partyWords(setting, party))}</div>
    <h2 class="outcome-title">Who supplies whom</h2>
    ${flowTable(setting, told)}`

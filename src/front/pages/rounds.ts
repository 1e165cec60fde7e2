import type { PublicRound } from '#contract/public/public'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import { type Day, showDay, showLongDay } from '@credit-market/values/dates'

import {
  biddingStateText,
  nextRoundDate,
  roundStateText,
  roundWindows,
  windowStateText,
} from '#domain/round/round-days'
import { countdownPlaceholder } from '../countdown.ts'
import { type Html, html, trustedHtml } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { type TableColumn, htmlTable } from '../table.ts'
import { PARTICIPANTS_TEXTS } from './messages.ts'
import { creditsOf, isUnderWay } from './round.ts'

/** Filters of the rounds. */
export interface RoundFilters {
  type?: CreditType | undefined
  place?: string | undefined
}

const placesOf = ({ market, lpas, ncas, subcatchments }: PublicRound): string[] => [
  market,
  ...[...subcatchments, ...lpas, ...ncas].map(({ name }) => name),
]

const takes = (round: PublicRound, { type, place = '' }: RoundFilters): boolean => {
  const sought = place.trim().toLowerCase()
  return (
    (type === undefined || round.services.includes(type)) &&
    (sought === '' || placesOf(round).some(name => name.toLowerCase().includes(sought)))
  )
}

const FAR = '9999-12-31'

const card = (round: PublicRound, today: Day): Html =>
  html`<li class="card round-card">
    <h3><a href="/rounds/${round.id}">${round.market}, ${round.name}</a></h3>
    <p class="round-state">${roundStateText(round, today)}</p>
    ${countdownPlaceholder(round)}
    <dl class="facts">
      <dt>Credits</dt>
      <dd>${creditsOf(round)}</dd>
      <dt>Who may take part</dt>
      <dd>${PARTICIPANTS_TEXTS[round.bidderType]}</dd>
      ${roundWindows(round).map(
        window =>
          html`<dt>${window.what}</dt>
            <dd>
              ${showDay(window.start)} to
              ${showDay(window.end)}${round.status === 'Open' && `: ${windowStateText(window, today)}`}
            </dd>`,
      )}
      ${
        round.status === 'Open' &&
        round.bidsClose !== null &&
        html`<dt>Bids and offers</dt>
          <dd>${biddingStateText(round, today)}</dd>`
      }
    </dl>
  </li>`

const PAST: readonly TableColumn<PublicRound>[] = [
  { title: 'Round', cell: ({ id, market, name }) => html`<a href="/rounds/${id}">${market}, ${name}</a>` },
  { title: 'Credits', cell: creditsOf },
  { title: 'Settled on', cell: ({ settledAt }) => settledAt && showDay(settledAt) },
  {
    title: 'Results',
    cell: ({ id, market, name, isPublished }) =>
      html`<a href="/prices?round=${id}" aria-label="Prices of ${market}, ${name}">Prices</a> ${
          isPublished &&
          html`· <a href="/rounds/${id}/match" aria-label="Match of ${market}, ${name}">Match</a>`
        }`,
  },
]

const filters = (rounds: readonly PublicRound[], { type, place }: RoundFilters): Html => {
  const places = [...new Set(rounds.flatMap(placesOf))].toSorted((a, b) => a.localeCompare(b, 'en-GB'))
  return html`<form class="filters" method="get" action="/rounds">
    <label>
      Credits
      <select class="input" name="type">
        <option value="">All</option>
        ${CREDIT_TYPES.map(
          one =>
            html`<option value="${one}" ${one === type && trustedHtml('selected')}>
              ${CREDIT_TYPE_LABELS[one]}
            </option>`,
        )}
      </select>
    </label>
    <label>
      Place
      <input
        class="input place-input"
        type="search"
        name="place"
        maxlength="200"
        list="places"
        autocomplete="off"
        value="${place ?? ''}"
        placeholder="Market, authority or catchment"
      />
    </label>
    <datalist id="places">${places.map(name => html`<option value="${name}"></option>`)}</datalist>
    <button class="button button-primary" type="submit">Show</button>
    ${(type || place) && html`<a class="button button-plain" href="/rounds">All rounds</a>`}
  </form>`
}

const askedWords = ({ type, place }: RoundFilters): string =>
  [type ? CREDIT_TYPE_LABELS[type] : '', place ? `“${place}”` : ''].filter(Boolean).join(', ')

/** Current, announced and past rounds; the most urgent come first. */
export const roundsPage = (all: readonly PublicRound[], asked: RoundFilters, today: Day): PublicPage => {
  const rounds = all.filter(round => takes(round, asked))
  const next = (round: PublicRound) => nextRoundDate(round, today) ?? FAR
  const live = rounds.filter(isUnderWay).toSorted((a, b) => next(a).localeCompare(next(b)))
  const past = rounds.filter(round => !isUnderWay(round))
  const words = askedWords(asked)
  return {
    title: 'Rounds',
    scripts: ['countdown'],
    description:
      'Open, upcoming and past rounds of the market: which credits they trade, where, and when they close.',
    body: html`<h1>Rounds</h1>
      <p class="lead measure">
        In a round, all offers and bids of a market are matched at once. This page shows the status of each
        round on ${showLongDay(today)}, and what closes next.
      </p>
      ${filters(all, asked)}
      <section class="part">
        <h2>Current and upcoming rounds${words && `: ${words}`}</h2>
        ${
          live.length === 0
            ? html`<p>
                ${words ? 'No current or upcoming round matches your search.' : 'There is no current round, and the next one has not been announced yet.'}
                ${past.length > 0 && 'Past rounds are listed below.'} Subscribe to the calendar to find out
                about the next one.
              </p>`
            : html`<ul class="round-cards" role="list">
                ${live.map(round => card(round, today))}
              </ul>`
        }
        <p>
          To get new dates in your own calendar, subscribe to the address of the
          <a href="/rounds.ics">calendar of all rounds</a>.
        </p>
      </section>
      <section class="part">
        <h2>Past rounds${words && `: ${words}`}</h2>
        ${
          past.length === 0
            ? html`<p>${words ? 'No past round matches your search.' : 'No round has been settled yet.'}</p>`
            : htmlTable('Past rounds', PAST, past)
        }
      </section>`,
  }
}

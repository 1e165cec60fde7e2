import type { PublicRound } from '#contract/public'
import { CREDIT_TYPE_LABELS, CREDIT_TYPES, type CreditType } from '#domain/credit-type'
import { type Day, showDay, showWholeDay } from '#domain/dates'
import { BIDDER_TYPE_LABELS } from '#domain/round'
import { showMoment } from '#domain/london'
import { biddingState, nextDayOf, roundState, windowsOf, windowState } from '#domain/round-days'
import { countdown } from '../countdown.ts'
import { type Html, html, trusted } from '../html.ts'
import type { FrontPage } from '../layout.ts'

/** What the rounds are narrowed down by. */
export interface RoundsAsked {
  type?: CreditType | undefined
  place?: string | undefined
}

const placesOf = ({ market, lpas, ncas, subcatchments }: PublicRound): string[] => [
  market,
  ...[...subcatchments, ...lpas, ...ncas].map(({ name }) => name),
]

const takes = (round: PublicRound, { type, place = '' }: RoundsAsked): boolean => {
  const sought = place.trim().toLowerCase()
  return (
    (type === undefined || round.services.includes(type)) &&
    (sought === '' || placesOf(round).some(name => name.toLowerCase().includes(sought)))
  )
}

/** The credits that a round trades, in words. */
const creditsOf = ({ services }: PublicRound): string =>
  services.map(type => CREDIT_TYPE_LABELS[type].toLowerCase()).join(', ')

/** Who may take part in a round, in words. */
const whoMay = ({ bidderType }: PublicRound): string =>
  `Landholders as suppliers; ${BIDDER_TYPE_LABELS[bidderType].toLowerCase()} on the other side`

const isUnderWay = ({ status }: PublicRound): boolean => status !== 'Settled'

const FAR = '9999-12-31'

const windowRows = (round: PublicRound, today: Day): Html[] =>
  windowsOf(round).map(
    window =>
      html`<tr>
        <th scope="row">${window.what}</th>
        <td>${showDay(window.start)}</td>
        <td>${showDay(window.end)}</td>
        <td>${round.status === 'Open' || window.end < today ? windowState(window, today) : 'no longer'}</td>
      </tr>`,
  )

const openText = ({ status, bidsOpen }: PublicRound): string =>
  bidsOpen !== null
    ? showMoment(bidsOpen)
    : ['Open', 'Closed'].includes(status)
      ? 'not announced'
      : 'opened by hand'

const biddingRow = (round: PublicRound, today: Day): Html | false =>
  round.bidsClose !== null &&
  html`<tr>
    <th scope="row">Bids and offers are made</th>
    <td>${openText(round)}</td>
    <td>${showMoment(round.bidsClose)}</td>
    <td>${biddingState(round, today)}</td>
  </tr>`

const hasDays = (round: PublicRound): boolean => windowsOf(round).length > 0 || round.bidsClose !== null

const daysTable = (round: PublicRound, today: Day): Html =>
  html`<div class="table-scroll" role="region" aria-label="Days of ${round.name}" tabindex="0">
    <table class="table">
      <caption>
        Days of ${round.name}, first and last included
      </caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">From</th>
          <th scope="col">Until</th>
          <th scope="col">Today</th>
        </tr>
      </thead>
      <tbody>
        ${windowRows(round, today)} ${biddingRow(round, today)}
      </tbody>
    </table>
  </div>`

const card = (round: PublicRound, today: Day): Html =>
  html`<li class="card round-card">
    <h3><a href="/rounds/${round.id}">${round.market}, ${round.name}</a></h3>
    <p class="round-state">${roundState(round, today)}</p>
    ${countdown(round)}
    <dl class="facts">
      <dt>Credits</dt>
      <dd>${creditsOf(round)}</dd>
      <dt>Who may take part</dt>
      <dd>${whoMay(round)}</dd>
      ${windowsOf(round).map(
        window =>
          html`<dt>${window.what}</dt>
            <dd>
              ${showDay(window.start)} to
              ${showDay(window.end)}${round.status === 'Open' && `: ${windowState(window, today)}`}
            </dd>`,
      )}
      ${
        round.status === 'Open' &&
        round.bidsClose !== null &&
        html`<dt>Bids and offers</dt>
          <dd>${biddingState(round, today)}</dd>`
      }
    </dl>
  </li>`

const pastRow = (round: PublicRound): Html =>
  html`<tr>
    <th scope="row"><a href="/rounds/${round.id}">${round.market}, ${round.name}</a></th>
    <td>${creditsOf(round)}</td>
    <td>${round.settledAt ? showDay(round.settledAt) : ''}</td>
    <td>
      <a href="/prices?round=${round.id}" aria-label="Prices of ${round.market}, ${round.name}">Prices</a>
      ${
        round.isPublished &&
        html`·
          <a href="/rounds/${round.id}/match" aria-label="Match of ${round.market}, ${round.name}">Match</a>`
      }
    </td>
  </tr>`

const filters = (rounds: readonly PublicRound[], { type, place }: RoundsAsked): Html => {
  const places = [...new Set(rounds.flatMap(placesOf))].toSorted((a, b) => a.localeCompare(b, 'en-GB'))
  return html`<form class="filters" method="get" action="/rounds">
    <label>
      Credits
      <select class="input" name="type">
        <option value="">All</option>
        ${CREDIT_TYPES.map(
          one =>
            html`<option value="${one}" ${one === type && trusted('selected')}>
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
    <button class="button" type="submit">Show</button>
    ${(type || place) && html`<a class="button button-plain" href="/rounds">All rounds</a>`}
  </form>`
}

const askedWords = ({ type, place }: RoundsAsked): string =>
  [type ? CREDIT_TYPE_LABELS[type].toLowerCase() : '', place ? `“${place}”` : ''].filter(Boolean).join(', ')

/** The rounds that are under way or announced, those that press first, and those that are over. */
export const roundsPage = (all: readonly PublicRound[], asked: RoundsAsked, today: Day): FrontPage => {
  const rounds = all.filter(round => takes(round, asked))
  const next = (round: PublicRound) => nextDayOf(round, today) ?? FAR
  const live = rounds.filter(isUnderWay).toSorted((a, b) => next(a).localeCompare(next(b)))
  const past = rounds.filter(round => !isUnderWay(round))
  const words = askedWords(asked)
  return {
    title: 'Rounds',
    scripts: ['countdown'],
    description: 'Which rounds of the market are open or coming, what they take, where, and when they close.',
    body: html`<h1>Rounds</h1>
      <p class="lead measure">
        In a round, all offers and bids of a market are matched at once. Here is where each round stands on
        ${showWholeDay(today)}, and what closes next.
      </p>
      ${filters(all, asked)}
      <section class="part">
        <h2>Under way and coming${words && `: ${words}`}</h2>
        ${
          live.length === 0
            ? html`<p>
                No round that is open or announced takes this.
                ${past.length > 0 && 'Those that are over stand below.'} The calendar tells you of the next.
              </p>`
            : html`<ul class="round-cards" role="list">
                ${live.map(round => card(round, today))}
              </ul>`
        }
        <p>
          <a href="/rounds.ics">Calendar of all rounds</a>: give its address to your calendar as a
          subscription, and it follows the market.
        </p>
      </section>
      <section class="part">
        <h2>Over${words && `: ${words}`}</h2>
        ${
          past.length === 0
            ? html`<p>No round that takes this has been settled yet.</p>`
            : html`<div class="table-scroll" role="region" aria-label="Rounds that are over" tabindex="0">
                <table class="table">
                  <thead>
                    <tr>
                      <th scope="col">Round</th>
                      <th scope="col">Credits</th>
                      <th scope="col">Settled on</th>
                      <th scope="col">Results</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${past.map(pastRow)}
                  </tbody>
                </table>
              </div>`
        }
      </section>`,
  }
}

const listOf = (names: readonly { name: string }[]): string => names.map(({ name }) => name).join(', ')

/** One round: what it takes and where, its days, and where it stands. */
export const roundPage = (round: PublicRound, today: Day): FrontPage => {
  const where = [
    ['Nutrient sub-catchments', listOf(round.subcatchments)],
    ['Planning authorities', listOf(round.lpas)],
    ['National character areas', listOf(round.ncas)],
  ] as const
  return {
    title: `${round.market}, ${round.name}`,
    scripts: ['countdown'],
    description: `${round.market}, ${round.name}: ${roundState(round, today)}`,
    body: html`<p><a href="/rounds">Rounds</a></p>
      <h1>${round.market}, ${round.name}</h1>
      <p class="lead measure">${roundState(round, today)}</p>
      ${countdown(round)}
      <dl class="facts">
        <dt>Credits</dt>
        <dd>${creditsOf(round)}</dd>
        <dt>Who may take part</dt>
        <dd>${whoMay(round)}</dd>
        ${where.map(
          ([label, names]) =>
            names &&
            html`<dt>${label}</dt>
              <dd>${names}</dd>`,
        )}
        ${
          round.settledAt &&
          html`<dt>Settled on</dt>
            <dd>${showWholeDay(round.settledAt.slice(0, 10))}</dd>`
        }
      </dl>
      <section class="part">
        <h2>Days</h2>
        ${
          !hasDays(round)
            ? html`<p>The days of this round have not been set yet.</p>`
            : daysTable(round, today)
        }
        <p>
          ${round.bidsClose !== null && 'Times are those of clocks in London. '}<a href="/rounds.ics"
            >Calendar of all rounds</a
          >
        </p>
      </section>
      <section class="part">
        <h2>${isUnderWay(round) ? 'Take part' : 'Results'}</h2>
        ${
          isUnderWay(round)
            ? html`<p class="measure">
                An organisation that has been admitted to the market registers for the round, then puts its
                projects or requirements forward. <a href="/login">Sign in</a>, or see
                <a href="/how-it-works">how a round is matched</a>.
              </p>`
            : html`<p>
                  <a href="/prices?round=${round.id}">What units cost in this round</a> ·
                  <a href="/register/projects">The projects in the register</a>
                </p>
                <p class="measure">
                  ${
                    round.isPublished
                      ? html`<a href="/rounds/${round.id}/match">The match</a>: anyone can work out most names`
                      : 'The match of this round is not published: each who took part reads the own result.'
                  }
                </p>`
        }
      </section>`,
  }
}

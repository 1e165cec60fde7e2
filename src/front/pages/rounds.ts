import type { PublicRound } from '#contract/public/public'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import { type Day, showDay, showLongDay } from '@credit-market/values/dates'

import { formatLondonTime } from '#domain/values/london'
import {
  biddingStateText,
  roundJoiningState,
  nextRoundDate,
  roundStateText,
  roundWindows,
  windowStateText,
} from '#domain/round/round-days'
import { countdownPlaceholder } from '../countdown.ts'
import { type Html, html, trustedHtml } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { bestKnownMatchFact, commonControlFact, settledGapPart } from './round-matching.ts'
import { beforeYouStart } from '../before-you-start.ts'
import { type TableColumn, htmlTable } from '../table.ts'
import { PARTICIPANTS_TEXTS } from './messages.ts'

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

/** Credits that a round trades, as text. */
const creditsOf = ({ services }: PublicRound): string =>
  services.map(type => CREDIT_TYPE_LABELS[type]).join(', ')

const isUnderWay = ({ status }: PublicRound): boolean => status !== 'Settled'

const FAR = '9999-12-31'

const openText = ({ status, bidsOpen }: PublicRound): string =>
  bidsOpen !== null
    ? formatLondonTime(bidsOpen)
    : ['Open', 'Closed'].includes(status)
      ? 'To be announced'
      : 'Opened by the market operator'

/** Stage of a round as text, with its dates. */
type Stage = Record<'what' | 'from' | 'until', string> & { state: string | undefined }

const stagesOf = (round: PublicRound, today: Day): Stage[] => [
  ...roundWindows(round).map(window => ({
    what: window.what,
    from: showDay(window.start),
    until: showDay(window.end),
    state: round.status === 'Open' || window.end < today ? windowStateText(window, today) : 'closed',
  })),
  ...(round.bidsClose === null
    ? []
    : [
        {
          what: 'Bids and offers',
          from: openText(round),
          until: formatLondonTime(round.bidsClose),
          state: biddingStateText(round, today),
        },
      ]),
]

const hasDays = (round: PublicRound): boolean => roundWindows(round).length > 0 || round.bidsClose !== null

const daysTable = (round: PublicRound, today: Day): Html =>
  htmlTable<Stage>(
    `Dates of ${round.name}`,
    [
      { title: 'Step', cell: ({ what }) => what },
      { title: 'From', cell: ({ from }) => from },
      { title: 'Until', cell: ({ until }) => until },
      { title: 'Status today', cell: ({ state }) => state },
    ],
    stagesOf(round, today),
    { caption: `Dates of ${round.name}. The first and last days are included.` },
  )

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
                ${words ? 'No current or upcoming round matches your search.' : 'There is no current or upcoming round.'}
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

const listOf = (names: readonly { name: string }[]): string => names.map(({ name }) => name).join(', ')

/** Page of one round: credits, places, dates and status. */
export const roundPage = (round: PublicRound, today: Day): PublicPage => {
  const where = [
    ['Nutrient sub-catchments', listOf(round.subcatchments)],
    ['Planning authorities', listOf(round.lpas)],
    ['National character areas', listOf(round.ncas)],
  ] as const
  return {
    title: `${round.market}, ${round.name}`,
    scripts: ['countdown'],
    description: `${round.market}, ${round.name}: ${roundStateText(round, today)}`,
    body: html`<p><a href="/rounds">Rounds</a></p>
      <h1>${round.market}, ${round.name}</h1>
      <p class="lead measure">${roundStateText(round, today)}</p>
      ${countdownPlaceholder(round)}
      <dl class="facts">
        <dt>Credits</dt>
        <dd>${creditsOf(round)}</dd>
        <dt>Who may take part</dt>
        <dd>${PARTICIPANTS_TEXTS[round.bidderType]}</dd>
        ${where.map(
          ([label, names]) =>
            names &&
            html`<dt>${label}</dt>
              <dd>${names}</dd>`,
        )}
        ${
          round.settledAt &&
          html`<dt>Settled on</dt>
            <dd>${showLongDay(round.settledAt.slice(0, 10))}</dd>`
        }
        ${bestKnownMatchFact(round)} ${commonControlFact(round)}
      </dl>
      <section class="part">
        <h2>Dates</h2>
        ${
          !hasDays(round)
            ? html`<p>The dates of this round have not been set yet.</p>`
            : daysTable(round, today)
        }
        <p>
          ${round.bidsClose !== null && 'Times are in UK time. '}<a href="/rounds.ics"
            >Calendar of all rounds</a
          >
        </p>
      </section>
      <section class="part">
        <h2>${isUnderWay(round) ? 'Take part' : 'Results'}</h2>
        ${
          isUnderWay(round)
            ? html`<p class="measure">
                Join the round with your organisation, then register your projects or credit requirements.
                <a href="/login">Sign in</a> to take part, or read
                <a href="/how-it-works">how a round is matched</a>.
              </p>`
            : html`<p>
                  <a href="/prices?round=${round.id}">See what units cost in this round</a> ·
                  <a href="/register/projects">See the projects in the register</a>
                </p>
                ${settledGapPart(round)}
                <p class="measure">
                  ${
                    round.isPublished
                      ? html`<a href="/rounds/${round.id}/match">See the match</a>. It has no names, but
                          anyone can work out most of them.`
                      : 'The match of this round is not published. If you took part, sign in to see your own result.'
                  }
                </p>`
        }
      </section>
      ${roundJoiningState(round, today) !== 'over' && beforeYouStart()}`,
  }
}

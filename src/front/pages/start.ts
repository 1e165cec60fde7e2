import type { Brand } from '#domain/brand'
import { CREDIT_TYPE_LABELS, UNIT_NAMES } from '#domain/credit-type'
import { type Day, showDay, within } from '#domain/dates'
import { BIDDER_TYPE_LABELS } from '#domain/round'
import { biddingState, joining } from '#domain/round-days'
import { type Html, html, trusted } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import type { StartRound, StartView } from '../start-view.ts'
import { PLAN } from './start-plan.ts'
import { priceExample } from './price-example.ts'
import { numberFormat } from '#domain/formats'

const WINDOWS = [
  ['suppliers', 'Suppliers register'],
  ['buyers', 'Buyers and investors register'],
  ['projects', 'Projects are registered'],
  ['requirements', 'Credit requirements are registered'],
] as const

const STAGES: Partial<Record<StartRound['status'], string>> = {
  Closed: 'Registration closed',
  OpenForBidsAndOffers: 'Taking bids and offers',
}

const inTurn = (texts: readonly string[], most = 3): string =>
  texts.length > most
    ? `${texts.slice(0, most).join(', ')} and ${texts.length - most} more`
    : texts.join(', ')

const stageOf = (round: StartRound, today: Day): string => {
  if (round.status !== 'Open') return STAGES[round.status] ?? 'Being matched'
  const when = joining(round, today)
  if (when === 'over') return 'Registration of organisations is over'
  return when === 'now' ? 'Open for registration' : `Registration opens ${showDay(when.from)}`
}

/** What may still be registered, or may from some day on; what is over is left out. */
const daysOf = (round: StartRound, today: Day): Html[] =>
  WINDOWS.flatMap(([window, what]) => {
    const [start, end] = [round[`${window}Start`], round[`${window}End`]]
    if (!start || !end || end < today) return []
    const when = within(today, { start, end })
      ? `until ${showDay(end)}`
      : `${showDay(start)} to ${showDay(end)}`
    return [
      html`<dt>${what}</dt>
        <dd>${when}</dd>`,
    ]
  })

const roundCard = (round: StartRound, today: Day): Html => {
  const days = round.status === 'Open' ? daysOf(round, today) : []
  const bidding = biddingState(round, today)
  return html`<li class="card start-round">
    <p class="start-stage">${stageOf(round, today)}</p>
    <h3><a href="/rounds/${round.id}">${round.market}, ${round.name}</a></h3>
    <dl class="facts">
      <dt>Credits</dt>
      <dd>${round.services.map(type => CREDIT_TYPE_LABELS[type]).join(', ')}</dd>
      <dt>Area</dt>
      <dd>${round.places.length > 0 ? inTurn(round.places) : 'All of England'}</dd>
      <dt>Who may take part</dt>
      <dd>Landholders who supply; ${BIDDER_TYPE_LABELS[round.bidderType].toLowerCase()} on the other side</dd>
      ${days}
      ${
        bidding !== undefined &&
        html`<dt>Bids and offers</dt>
          <dd>${bidding}</dd>`
      }
    </dl>
  </li>`
}

const cards = (rounds: readonly StartRound[], today: Day): Html =>
  html`<ul class="start-rounds">
    ${rounds.map(round => roundCard(round, today))}
  </ul>`

const roundsPart = ({ rounds, today }: StartView): Html => {
  const toJoin = rounds.filter(round => joining(round, today) !== 'over')
  const underWay = rounds.filter(round => joining(round, today) === 'over')
  return html`<section class="part" aria-labelledby="rounds">
    <h2 id="rounds">Open and coming rounds</h2>
    ${
      toJoin.length > 0
        ? cards(toJoin, today)
        : html`<p>
            You cannot join a round at the moment. Subscribe to the <a href="/rounds">calendar</a> to hear of
            the next one.
          </p>`
    }
    ${
      underWay.length > 0 &&
      html`<h3 class="start-under-way">Under way, for those who have joined</h3>
        ${cards(underWay, today)}`
    }
    <p class="start-more"><a href="/rounds">All rounds and their dates</a></p>
  </section>`
}

const door = (title: string, text: string, links: readonly (readonly [to: string, label: string])[]): Html =>
  html`<li class="start-door">
    <h3>${title}</h3>
    <p>${text}</p>
    <ul class="start-links">
      ${links.map(([to, label]) => html`<li><a href="${to}">${label}</a></li>`)}
    </ul>
  </li>`

const doors = ({ signsUp }: StartView, { contact }: Brand): Html => {
  const join = signsUp ? (['/signUp', 'Sign up'] as const) : ([`mailto:${contact}`, 'Write to us'] as const)
  return html`<section class="part" aria-labelledby="doors">
    <h2 id="doors">Where to begin</h2>
    <ul class="start-doors">
      ${door(
        'I have land',
        'Say what you would do on it and the least you need for that. The operator checks that it counts; if it wins, you never receive less than you asked.',
        [join, ['/prices', 'What was received before'], ['/practice', 'Try an offer']],
      )}
      ${door(
        'I need credits',
        'Say what your development needs and the most you would pay. You pay no more than you bid, and less where there is something to share.',
        [join, ['/register/projects', 'Projects with units left'], ['/practice', 'Try a bid']],
      )}
      ${door(
        'I advise',
        'Act for your clients in a round with their written authority: register, offer and bid, each client under its own name.',
        [join, ['/how-it-works', 'The rules in words'], ['/glossary', 'The glossary']],
      )}
      ${door(
        'I plan',
        'Look up any unit by its serial, see what it is used for, and check a certificate without an account.',
        [
          ['/verify', 'Check a certificate'],
          ['/register/credits', 'Credits by serial'],
          ['/register/balance', 'Where all units are'],
        ],
      )}
    </ul>
  </section>`
}

const tenths = numberFormat({ maximumFractionDigits: 1 })

const figure = (value: string, of: string): Html =>
  html`<div>
    <dt>${of}</dt>
    <dd>${value}</dd>
  </div>`

const figuresPart = ({ figures: { rounds, projects, requirements, units } }: StartView): Html | false =>
  rounds > 0 &&
  html`<section class="part" aria-labelledby="figures">
    <h2 id="figures">What has come of it</h2>
    <dl class="start-figures">
      ${figure(String(rounds), rounds === 1 ? 'round settled' : 'rounds settled')}
      ${figure(String(projects), projects === 1 ? 'project funded' : 'projects funded')}
      ${figure(String(requirements), requirements === 1 ? 'need met' : 'needs met')}
      ${units.map(({ creditType, units: sold }) => figure(tenths.format(sold), `${UNIT_NAMES[creditType]} sold`))}
    </dl>
    <p class="start-more">
      <a href="/prices">Results and prices, round by round</a> ·
      <a href="/register/projects">The register</a>
    </p>
  </section>`

const HILLS = trusted('<div class="start-hills" aria-hidden="true"></div>')

/** Where visitors begin: what is traded, which rounds are open, how prices are made, and what to do next. */
export const startPage = (view: StartView, brand: Brand): FrontPage => ({
  title: 'Nature credits in England',
  description: `${brand.name}: biodiversity units, nitrogen and phosphorous credits, matched in rounds at prices that follow a published rule.`,
  body: html`<div class="start-top">
      <h1>Put nature right where building takes it</h1>
      <p class="start-lead">
        When somebody builds in England, nature has to be put right somewhere else: new habitat, or less
        nitrogen and phosphorus in a river. Landholders offer to do that on their land, and those who build or
        invest bid for the units they need. Offers and bids stay sealed until a round closes; then the best
        set of projects is found for all of them at once, at prices that follow a published rule.
      </p>
      <p class="start-ways">
        <a class="button" href="/how-it-works">How it works</a>
        <a class="button button-plain" href="/practice">Try it with invented bids</a>
      </p>
      ${HILLS} ${PLAN}
    </div>
    ${roundsPart(view)} ${priceExample()} ${doors(view, brand)} ${figuresPart(view)}`,
})

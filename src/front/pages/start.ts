import type { Brand } from '#domain/people/brand'
import { LAND_DESK_PAGE, NEED_DESK_PAGE } from '#contract/public/public-pages'
import { CREDIT_TYPE_LABELS, UNIT_NAMES } from '#domain/values/credit-type'
import { showDay, isInDayWindow, type Day } from '@credit-market/values/dates'

import { biddingStateText, roundJoiningState, roundStateText, roundWindows } from '#domain/round/round-days'
import { html, trustedHtml, type Html } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import type { StartPageRound, StartPageData } from '../start-view.ts'
import { beforeYouStart } from '../before-you-start.ts'
import { PARTICIPANTS_TEXTS } from './messages.ts'
import { priceExampleSection } from './price-example.ts'
import { englishNumberFormat } from '@credit-market/values/formats'

/**
 * Drawing of a landscape: houses on one bank, a wetland on the other, and credits that go from one to the
 * other.
 */
const PLAN = trustedHtml(
  '<svg class="plan" viewBox="0 0 520 420" aria-hidden="true"><path class="plan-thin" d="M303 165C301 181 283 199 265 206C246 213 215 210 192 208C169 206 148 201 126 195C105 188 81 182 63 170C45 158 27 141 19 125C11 109 11 91 14 76C18 61 26 44 41 34C55 24 80 15 103 16C125 16 155 27 175 37C196 46 209 61 226 73C242 85 261 96 274 111C287 127 304 149 303 165zM276 157C275 170 259 184 244 190C228 196 203 193 184 191C165 190 148 186 131 181C113 176 93 170 78 161C63 151 49 137 43 124C36 111 36 96 38 83C41 71 48 57 60 49C72 41 93 34 111 34C130 35 154 44 170 52C187 60 198 71 212 81C226 91 242 100 253 112C263 125 278 144 276 157zM249 149C248 159 235 169 223 174C211 178 191 176 176 175C162 174 149 171 135 167C121 164 105 159 93 152C82 144 71 133 66 123C61 112 60 101 63 91C65 81 70 70 79 64C89 57 105 52 120 53C134 53 153 61 166 67C179 73 188 81 199 89C210 97 223 104 231 114C240 124 251 139 249 149zM223 141C222 148 212 156 203 159C194 162 180 160 169 160C159 159 149 157 139 154C129 152 117 148 108 143C100 137 92 129 88 121C84 114 84 105 85 98C87 91 91 83 98 78C105 73 117 70 128 70C138 71 152 76 162 81C171 85 178 91 186 97C194 102 204 107 211 115C217 122 224 133 223 141zM199 133C198 138 191 143 185 145C179 147 170 146 163 145C156 145 149 144 143 142C136 140 128 138 122 135C117 131 112 125 109 120C107 115 106 110 107 105C108 100 111 95 116 92C120 89 128 86 135 87C142 87 151 91 158 94C164 96 168 100 174 104C179 108 186 111 190 116C195 121 199 128 199 133zM175 126C174 128 171 131 168 132C165 133 160 132 156 132C153 132 150 131 146 130C143 130 139 128 136 127C133 125 130 122 129 119C128 117 127 114 128 111C129 109 130 106 132 104C135 103 139 102 143 102C146 102 151 104 154 106C157 107 159 109 162 111C165 113 169 114 171 117C173 119 176 123 175 126z"/><path class="plan-thin" d="M370 30L520 12M366 124L520 100M346 196L430 180L520 190M430 180L440 112M470 106L462 18M300 250L400 262L520 250M400 262L412 182M328 356L420 340L520 352M420 340L400 262M470 254L476 346M334 284L402 289M336 296L405 300M338 308L407 311M340 320L410 322M343 332L413 333M378 38l4 80M392 37l4 79M406 35l4 78M420 33l4 77M434 32l4 76M448 30l4 74"/><path class="plan-river" d="M341 -10C338 2 322 37 324 59C326 81 349 100 350 122C351 144 340 170 329 190C318 210 292 222 283 240C274 258 270 280 275 300C280 320 308 336 313 358C318 380 306 418 305 430"/><path class="plan-pool" d="M280 324C286 335 283 354 271 365C260 375 232 382 213 386C194 390 175 391 157 390C139 389 118 386 105 379C93 372 84 359 82 348C80 336 83 321 92 310C102 298 121 284 139 279C156 275 182 278 199 281C216 285 227 292 241 299C254 306 275 313 280 324z"/><path class="plan-line" d="M150 290v-15M150 290q-1 -8 -6 -11M150 290q1 -8 6 -11M178 306v-16M178 306q-1 -8 -6 -12M178 306q1 -8 6 -12M208 288v-14M208 288q-1 -7 -6 -10M208 288q1 -7 6 -10M134 326v-19M134 326q-1 -10 -6 -14M134 326q1 -10 6 -14M166 340v-17M166 340q-1 -8 -6 -13M166 340q1 -8 6 -13M200 330v-17M200 330q-1 -8 -6 -13M200 330q1 -8 6 -13M232 312v-15M232 312q-1 -8 -6 -11M232 312q1 -8 6 -11M228 352v-14M228 352q-1 -7 -6 -10M228 352q1 -7 6 -10M190 372v-14M190 372q-1 -7 -6 -10M190 372q1 -7 6 -10M150 372v-14M150 372q-1 -7 -6 -10M150 372q1 -7 6 -10M118 352v-17M118 352q-1 -8 -6 -13M118 352q1 -8 6 -13M238 388v-18M238 388q-1 -9 -6 -14M238 388q1 -9 6 -14M112 388v-16M112 388q-1 -8 -6 -12M112 388q1 -8 6 -12"/><path class="plan-house" d="M386 156v-12l12 -10l12 10v12zM418 150v-12l12 -10l12 10v12zM450 158v-12l12 -10l12 10v12zM480 146v-12l12 -10l12 10v12z"/><path class="plan-way" d="M436 124C400 40 250 120 206 262"/><g transform="translate(292 92) scale(1.9)"><circle class="plan-ground" cx="13" cy="13" r="17"/><path class="plan-leaf" d="M3 14C3 7 8 3 16 3c0 8-5 11-13 11z"/><path class="plan-line" d="M23 12c0 7-5 11-13 11 0-8 5-11 13-11z"/></g></svg>',
)

const STAGES: Partial<Record<StartPageRound['status'], string>> = {
  Closed: 'Registration closed',
  OpenForBidsAndOffers: 'Taking bids and offers',
}

const inTurn = (texts: readonly string[], most = 3): string =>
  texts.length > most
    ? `${texts.slice(0, most).join(', ')} and ${texts.length - most} more`
    : texts.join(', ')

const stageOf = (round: StartPageRound, today: Day): string => {
  if (round.status === 'Draft') return roundStateText(round, today)
  if (round.status !== 'Open') return STAGES[round.status] ?? 'Being matched'
  const when = roundJoiningState(round, today)
  if (when === 'over') return 'Closed to new participants'
  return when === 'now' ? 'Open for registration' : `Registration opens ${showDay(when.from)}`
}

/** Registration windows that are open or to come, as text; past ones are left out. */
const daysOf = (round: StartPageRound, today: Day): Html[] =>
  roundWindows(round).flatMap(({ what, start, end }) => {
    if (end < today) return []

    const when = isInDayWindow(today, { start, end })
      ? `until ${showDay(end)}`
      : `${showDay(start)} to ${showDay(end)}`
    return [
      html`<dt>${what}</dt>
        <dd>${when}</dd>`,
    ]
  })

const roundCard = (round: StartPageRound, today: Day): Html => {
  const days = round.status === 'Open' ? daysOf(round, today) : []
  const bidding = biddingStateText(round, today)
  return html`<li class="card start-round">
    <p class="start-stage">${stageOf(round, today)}</p>
    <h3><a href="/rounds/${round.id}">${round.market}, ${round.name}</a></h3>
    <dl class="facts">
      <dt>Credits</dt>
      <dd>${round.services.map(type => CREDIT_TYPE_LABELS[type]).join(', ')}</dd>
      <dt>Area</dt>
      <dd>${round.places.length > 0 ? inTurn(round.places) : 'All of England'}</dd>
      <dt>Who may take part</dt>
      <dd>${PARTICIPANTS_TEXTS[round.bidderType]}</dd>
      ${days}
      ${
        bidding !== undefined &&
        html`<dt>Bids and offers</dt>
          <dd>${bidding}</dd>`
      }
    </dl>
  </li>`
}

const cards = (rounds: readonly StartPageRound[], today: Day): Html =>
  html`<ul class="start-rounds">
    ${rounds.map(round => roundCard(round, today))}
  </ul>`

const roundsPart = ({ rounds, today }: StartPageData): Html => {
  const planned = rounds.filter(({ status }) => status === 'Draft')
  const toJoin = rounds.filter(round => roundJoiningState(round, today) !== 'over')
  const underWay = rounds.filter(
    round => round.status !== 'Draft' && roundJoiningState(round, today) === 'over',
  )
  return html`<section class="part" aria-labelledby="rounds">
    <h2 id="rounds">Open and upcoming rounds</h2>
    ${
      toJoin.length + planned.length > 0
        ? cards([...toJoin, ...planned], today)
        : html`<p>
            No round is open to join at the moment, and the next one has not been announced yet.
            <a href="/rounds">Subscribe to the calendar</a> to find out when it opens.
          </p>`
    }
    ${
      underWay.length > 0 &&
      html`<h3 class="start-under-way">In progress, closed to new participants</h3>
        ${cards(underWay, today)}`
    }
    <p class="start-more"><a href="/rounds">See all rounds and dates</a></p>
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

const doors = ({ signsUp }: StartPageData, { contact }: Brand): Html => {
  const join = signsUp
    ? (['/signUp', 'Sign up'] as const)
    : ([`mailto:${contact}`, 'Email us to join'] as const)
  return html`<section class="part" aria-labelledby="doors">
    <h2 id="doors">Where to start</h2>
    <ul class="start-doors">
      ${door(
        'I have land',
        'Describe the project you would carry out and the lowest amount you would accept. The market operator checks the project. If it wins, you never receive less than you asked for.',
        [
          join,
          [LAND_DESK_PAGE, 'What your land can earn'],
          ['/prices', 'See past prices'],
          ['/practice', 'Try out an offer'],
        ],
      )}
      ${door(
        'I need credits',
        'Say what your development needs, or what you want to invest in, and the most you would pay. If you win, you never pay more than you bid, and you pay less if there is a surplus to share.',
        [
          join,
          [NEED_DESK_PAGE, 'What credits are likely to cost'],
          ['/register/projects', 'Projects with units available'],
          ['/practice', 'Try out a bid'],
        ],
      )}
      ${door(
        'I advise clients',
        'Act for your clients in a round with their written authority. You can register, offer and bid for each client in the client’s own name.',
        [join, ['/how-it-works', 'Read the rules'], ['/glossary', 'Glossary']],
      )}
      ${door(
        'I work in planning',
        'Look up an application by its reference or a unit by its serial, see what it is used for, and check a certificate. You do not need an account.',
        [
          ['/register', 'Find an application'],
          ['/verify', 'Check a certificate'],
          ['/register/credits', 'Credits by serial'],
          ['/register/balance', 'Balance sheet of all units'],
        ],
      )}
    </ul>
  </section>`
}

const tenths = englishNumberFormat({ maximumFractionDigits: 1 })

const figure = (value: string, of: string): Html =>
  html`<div>
    <dt>${of}</dt>
    <dd>${value}</dd>
  </div>`

const figuresPart = ({ figures: { rounds, projects, requirements, units } }: StartPageData): Html | false =>
  rounds > 0 &&
  html`<section class="part" aria-labelledby="figures">
    <h2 id="figures">Results so far</h2>
    <dl class="start-figures">
      ${figure(String(rounds), rounds === 1 ? 'round settled' : 'rounds settled')}
      ${figure(String(projects), projects === 1 ? 'project funded' : 'projects funded')}
      ${figure(String(requirements), requirements === 1 ? 'development served' : 'developments served')}
      ${units.map(({ creditType, units: sold }) => figure(tenths.format(sold), `${UNIT_NAMES[creditType]} sold`))}
    </dl>
    <p class="start-more">
      <a href="/prices">See results and prices for each round</a> ·
      <a href="/register/projects">Search the register</a>
    </p>
  </section>`

const HILLS = trustedHtml('<div class="start-hills" aria-hidden="true"></div>')

/** Start page: credits traded, open rounds, how prices are made, and next steps. */
export const startPage = (view: StartPageData, brand: Brand): PublicPage => ({
  title: 'Nature credits in England',
  description: `${brand.name}: biodiversity units, nitrogen and phosphorous credits, traded in rounds, at prices set by a published rule.`,
  body: html`<div class="start-top">
      <h1>Buy and sell nature credits in England</h1>
      <p class="start-lead">
        Developers in England often have to make up for the nature they harm: with new habitat, or less
        nitrogen and phosphorus in a river. Landholders offer projects on their land. Developers and investors
        bid for the units they need. Offers and bids stay sealed until the round closes. Then all of them are
        matched at once, at prices set by a published rule.
      </p>
      <p class="start-ways">
        <a class="button button-primary" href="${LAND_DESK_PAGE}">What your land can earn</a>
        <a class="button button-primary" href="${NEED_DESK_PAGE}">What credits cost</a>
      </p>
      <p class="start-ways start-ways-quiet">
        <a href="/how-it-works">How it works</a>
        <a href="/practice">Try it with made-up bids</a>
      </p>
      ${HILLS} ${PLAN}
    </div>
    ${roundsPart(view)} ${priceExampleSection()} ${doors(view, brand)} ${beforeYouStart()}
    ${figuresPart(view)}`,
})

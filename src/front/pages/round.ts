import type { PublicRound } from '#contract/public/public'
import type { PublishedAnswer } from '#contract/round/round-question'
import { ROUND_STATUSES_FOR_QUESTIONS } from '#domain/round/round-question'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { isOneOf } from '#domain/values/narrow'
import { type Day, showDay, showLongDay } from '@credit-market/values/dates'
import { formatLondonTime } from '#domain/values/london'
import {
  biddingStateText,
  roundJoiningState,
  roundStateText,
  roundWindows,
  windowStateText,
} from '#domain/round/round-days'
import { countdownPlaceholder } from '../countdown.ts'
import { type Html, html } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { beforeYouStart } from '../before-you-start.ts'
import { htmlTable } from '../table.ts'
import { PARTICIPANTS_TEXTS } from './messages.ts'
import { roundAnswersSection } from './round-answers.ts'
import { bestKnownMatchFact, commonControlFact, settledGapPart } from './round-matching.ts'

/** Credits that a round trades, as text. */
export const creditsOf = ({ services }: PublicRound): string =>
  services.map(type => CREDIT_TYPE_LABELS[type]).join(', ')

/** Says whether a round is still to be settled. */
export const isUnderWay = ({ status }: PublicRound): boolean => status !== 'Settled'

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

const listOf = (names: readonly { name: string }[]): string => names.map(({ name }) => name).join(', ')

/** How to take part in a round under way, when a planned one can be joined, or where the results of a settled one are. */
const joiningSection = (round: PublicRound): Html => {
  if (round.status === 'Draft')
    return html`<section class="part">
      <h2>Take part</h2>
      <p class="measure">
        You can join once registration opens. If you have an account, you get a message then, provided the
        round suits what your organisation trades.
      </p>
    </section>`
  if (isUnderWay(round))
    return html`<section class="part">
      <h2>Take part</h2>
      <p class="measure">
        Join the round with your organisation, then register your projects or credit requirements.
        <a href="/login">Sign in</a> to take part, or read <a href="/how-it-works">how a round is matched</a>.
      </p>
    </section>`
  return html`<section class="part">
    <h2>Results</h2>
    <p>
      <a href="/prices?round=${round.id}">See what units cost in this round</a> ·
      <a href="/register/projects">See the projects in the register</a>
    </p>
    ${settledGapPart(round)}
    <p class="measure">
      ${
        round.isPublished
          ? html`<a href="/rounds/${round.id}/match">See the match</a>. It has no names, but anyone can work
              out most of them.`
          : 'The match of this round is not published. If you took part, sign in to see your own result.'
      }
    </p>
  </section>`
}

/** Page of one round: credits, places, dates, status, and questions with their answers. */
export const roundPage = (
  round: PublicRound,
  answers: readonly PublishedAnswer[],
  today: Day,
): PublicPage => {
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
      ${roundAnswersSection(answers, isOneOf(ROUND_STATUSES_FOR_QUESTIONS, round.status))}
      ${joiningSection(round)} ${roundJoiningState(round, today) !== 'over' && beforeYouStart()}`,
  }
}

import {
  submitMatch,
  type SubmittedMatchResult,
  type InstanceLineView,
  type MatchGap,
  type PublishedInstance,
  readInstanceFile,
} from '#contract/round/instance'
import { notProvenSentence } from '#domain/unfinished-match/messages'
import { endpointUrl } from '#contract/kit/endpoint'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { showLongDay } from '@credit-market/values/dates'
import { formatLondonTime } from '#domain/values/london'
import { englishNumberFormat, showWholeNumber } from '@credit-market/values/formats'
import { penceOf, showMoney } from '@credit-market/values/money'
import { type Html, html } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { factsList, htmlTable } from '../table.ts'

const FILE_LABELS: Record<PublishedInstance['files'][number]['name'], string> = {
  audit: 'Audit: problem, solution, and which receipt belongs to which line',
  problem: 'Problem: all offers and bids that took part in the match',
  solution: 'Solution: who won, who supplies whom, and what everyone pays',
  better: 'A better match that someone submitted',
}

const pounds = (amount: number): string => showMoney(penceOf(amount), true)

const percent = englishNumberFormat({ style: 'percent', maximumFractionDigits: 2 })

const wonText = ({ won }: InstanceLineView): string =>
  won === 0 ? 'Lost' : won === 1 ? 'Won' : `Won ${percent.format(won)}`

const paidText = ({ payment, won }: InstanceLineView): string =>
  won === 0 ? '–' : payment < 0 ? `receives ${pounds(-payment)}` : `pays ${pounds(payment)}`

const COLUMNS = [
  { title: 'Offer or bid', cell: ({ id }: InstanceLineView) => id },
  { title: 'Party', cell: ({ party, kind }: InstanceLineView) => `${party} (${kind})` },
  {
    title: 'Credits',
    cell: ({ creditTypes }: InstanceLineView) => creditTypes.map(type => CREDIT_TYPE_LABELS[type]).join(', '),
  },
  {
    title: 'Asking price or bid',
    isNumber: true,
    cell: ({ amount }: InstanceLineView) => pounds(amount),
  },
  { title: 'Result', cell: wonText },
  { title: 'Payment', isNumber: true, cell: paidText },
  { title: 'Why', cell: ({ why }: InstanceLineView) => why },
] as const

const filesTable = ({ round, files }: PublishedInstance): Html =>
  htmlTable(
    'Files',
    [
      {
        title: 'File',
        cell: ({ name }: PublishedInstance['files'][number]) =>
          html`<a
            href="${endpointUrl(readInstanceFile, { params: { id: round.id, file: name } })}"
            download="${name}.json"
            >${FILE_LABELS[name]}</a
          >`,
      },
      { title: 'Bytes', isNumber: true, cell: ({ bytes }) => showWholeNumber(bytes) },
      { title: 'SHA-256', cell: ({ sha256 }) => html`<code class="long-code">${sha256}</code>` },
    ],
    files,
    { isList: true },
  )

const PROVEN = html`<a href="/how-it-works#winners">Proven</a>: no other match is worth a penny more`
const NOT_PROVEN = 'Not proven: this match was made elsewhere'

/** Sentence about the gap of a match that is not proven to be the best. */
const gapText = ({ pounds: gap, part }: MatchGap): string =>
  notProvenSentence({ pence: gap === null ? null : penceOf(gap), part })

const provenPart = ({ proven, gap }: PublishedInstance): Html | string =>
  gap
    ? html`${gapText(gap)} <a href="/how-it-works#unproven">What that means</a>`
    : proven
      ? PROVEN
      : NOT_PROVEN

const inLog = ({ logEntry }: PublishedInstance): Html =>
  logEntry === null
    ? html`<p class="measure">
        The <a href="/log/">public log</a> will name the audit file within a minute.
      </p>`
    : html`<p class="measure">
        Entry ${showWholeNumber(logEntry + 1)} of the <a href="/log/">public log</a> names the SHA-256 of the
        audit file (<a href="/log/inclusion?index=${logEntry}">see the proof</a>). If anyone were shown a
        different file, the witnesses of the log would notice.
      </p>`

const betterPart = ({ better, gap }: PublishedInstance): Html | null =>
  better &&
  html`<section class="part">
    <h2>Someone submitted a better match</h2>
    <p class="measure">
      On ${formatLondonTime(better.at)} someone submitted a match that follows all the rules. It is worth
      ${pounds(better.worth)}. The accepted match is worth ${pounds(better.accepted)}.
      ${better.worth === better.accepted && 'The rule for ties prefers the submitted match.'} You can download
      it with the files below. We have notified the market operator.
      ${gap && 'The accepted match was not proven to be the best, so a better one was possible, and the result stays as it is.'}
    </p>
  </section>`

const handingIn = ({ round: { id }, proven, gap }: PublishedInstance): Html =>
  html`<section class="part" id="better">
    <h2>Do you know a better match?</h2>
    <p class="measure">
      ${
        gap
          ? `${gapText(gap)} So a better one may exist. It is shown here, but changes no result.`
          : proven
            ? html`There should be no better match, because the accepted match is proven to have the greatest
                surplus (<a href="/how-it-works#winners">whose word that is</a>).`
            : 'The accepted match was made elsewhere and is not proven to have the greatest surplus.'
      }
      If several matches have the same surplus, the rule for ties decides. If you find a better one, submit it
      as JSON, in the same format as the solution file above. We read only who won, which units, and who
      supplies whom. Prices follow from those. We check it at once. You do not need an account or a name, and
      we show a better match here.
    </p>
    <form class="hand-in" method="post" action="/rounds/${id}/match">
      <label for="match">Match, as JSON</label>
      <textarea class="input" id="match" name="match" rows="8" required spellcheck="false"></textarea>
      <button class="button button-primary" type="submit">Check this match</button>
    </form>
    <p class="measure quiet">
      Programs can send the same JSON to
      <code class="long-code">${endpointUrl(submitMatch, { params: { id } })}</code>.
    </p>
  </section>`

/**
 * Published match of a round: its files with their contents in a table, how to check it, and a form for a
 * better one.
 */
export const publishedMatchPage = (its: PublishedInstance): PublicPage => {
  const { round, market, settledAt, lines, surplus } = its
  const audit = endpointUrl(readInstanceFile, { params: { id: round.id, file: 'audit' } })
  const name = `${market}, ${round.name}`
  return {
    title: `The match of ${name}`,
    description: `All offers and bids of ${name}, who won and why, and files to check it with.`,
    body: html`<p><a href="/rounds/${round.id}">${name}</a></p>
      <h1>The match of ${name}</h1>
      <p class="lead measure">
        This page shows all offers and bids of this round that took part in the match, who won, what everyone
        pays, and why. Random numbers replace the names of people, organisations and places. You can still see
        which offers and bids are in the same place, but not which place. Even so, anyone can work out most
        names, because the public register shows how many units each project and requirement has.
      </p>
      ${factsList([
        ['Accepted on', settledAt && showLongDay(settledAt.slice(0, 10))],
        ['Surplus', pounds(surplus)],
        ['Greatest surplus', provenPart(its)],
        ['Winners', `${lines.filter(({ won }) => won > 0).length} of ${lines.length} offers and bids`],
      ])}
      ${betterPart(its)}
      <section class="part">
        <h2>Check this match</h2>
        <p class="measure">
          <a class="button button-primary" href="/verify/match/#${audit}">Check it in your browser</a>
        </p>
        <p class="measure">
          The page checks it with a second program, which shares no code with the engine, but uses the same
          solver (HiGHS) in another form. If you made an offer or a bid, choose your receipt there: the page
          finds your line and says why it won or lost. Receipts never leave your computer.
        </p>
        ${filesTable(its)} ${inLog(its)}
      </section>
      <section class="part">
        <h2>Offers and bids</h2>
        ${htmlTable('Offers and bids', COLUMNS, lines, {
          caption: 'The asking price is the offer plus the costs of the project',
          isList: true,
        })}
        ${
          lines.some(({ hasReceipt }) => !hasReceipt) &&
          html`<p class="measure">
            These lines have no receipt, because the log has no separate entry for their amounts:
            ${lines
              .filter(({ hasReceipt }) => !hasReceipt)
              .map(({ id }) => id)
              .join(', ')}.
          </p>`
        }
      </section>
      ${handingIn(its)}`,
  }
}

const HEADINGS: Record<SubmittedMatchResult['is'], string> = {
  notAllowed: 'This match is not allowed',
  worse: 'This match is not better than the published one',
  same: 'This is the accepted match',
  better: 'This match is better',
}

/** Response to a match that was submitted with the form. */
export const submittedMatchPage = (id: string, { is, says, findings }: SubmittedMatchResult): PublicPage => ({
  title: HEADINGS[is],
  description: 'How a submitted match compares with the accepted one.',
  isPrivate: true,
  body: html`<h1>${HEADINGS[is]}</h1>
    <p class="lead measure">${says}</p>
    ${
      findings.length > 0 &&
      html`<ul class="plain-list">
        ${findings.map(finding => html`<li>${finding}</li>`)}
      </ul>`
    }
    <p><a href="/rounds/${id}/match">Back to the match of the round</a></p>`,
})

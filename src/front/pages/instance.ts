import {
  handInMatch,
  type HandedInStanding,
  type InstanceLineView,
  type PublishedInstance,
  readInstanceFile,
} from '#contract/instance'
import { urlOf } from '#contract/endpoint'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { showWholeDay } from '#domain/dates'
import { showMoment } from '#domain/london'
import { penceOf, showMoney } from '#domain/money'
import { type Html, html } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { factsOf, tableOf } from '../table.ts'

const FILE_LABELS: Record<PublishedInstance['files'][number]['name'], string> = {
  audit: 'Audit: problem, solution and whose receipt is of which line',
  problem: 'Problem: all offers and bids as they were matched',
  solution: 'Solution: who won, who serves whom, and what everybody pays',
  better: 'A better match that was handed in',
}

const pounds = (amount: number): string => showMoney(penceOf(amount), true)

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 2 })

const wonText = ({ won }: InstanceLineView): string =>
  won === 0 ? 'Lost' : won === 1 ? 'Won' : `Won ${percent.format(won)}`

const paidText = ({ payment, won }: InstanceLineView): string =>
  won === 0 ? '–' : payment < 0 ? `receives ${pounds(-payment)}` : `pays ${pounds(payment)}`

const COLUMNS = [
  { title: 'Offer or bid', cell: ({ id }: InstanceLineView) => id },
  { title: 'Whose', cell: ({ party, kind }: InstanceLineView) => `${party}, ${kind.toLowerCase()}` },
  {
    title: 'Credits',
    cell: ({ creditTypes }: InstanceLineView) =>
      creditTypes.map(type => CREDIT_TYPE_LABELS[type].toLowerCase()).join(', '),
  },
  {
    title: 'Asked or bid',
    isNumber: true,
    cell: ({ amount }: InstanceLineView) => pounds(amount),
  },
  { title: 'Outcome', cell: wonText },
  { title: 'Payment', isNumber: true, cell: paidText },
  { title: 'Why', cell: ({ why }: InstanceLineView) => why },
] as const

const filesTable = ({ round, files }: PublishedInstance): Html =>
  tableOf(
    'Files',
    [
      {
        title: 'File',
        cell: ({ name }: PublishedInstance['files'][number]) =>
          html`<a
            href="${urlOf(readInstanceFile, { params: { id: round.id, file: name } })}"
            download="${name}.json"
            >${FILE_LABELS[name]}</a
          >`,
      },
      { title: 'Bytes', isNumber: true, cell: ({ bytes }) => bytes.toLocaleString('en-GB') },
      { title: 'SHA-256', cell: ({ sha256 }) => html`<code class="long-code">${sha256}</code>` },
    ],
    files,
    { isList: true },
  )

const inLog = ({ logEntry }: PublishedInstance): Html =>
  logEntry === null
    ? html`<p class="measure">The <a href="/log/">log</a> will name the audit within a minute.</p>`
    : html`<p class="measure">
        Entry ${(logEntry + 1).toLocaleString('en-GB')} of the <a href="/log/">log</a> names the SHA-256 of
        the audit (<a href="/log/inclusion?index=${logEntry}">its proof</a>), so nobody can be shown another
        one without witnesses of the log seeing it.
      </p>`

const betterPart = ({ better }: PublishedInstance): Html | null =>
  better &&
  html`<section class="part">
    <h2>A better match was handed in</h2>
    <p class="measure">
      On ${showMoment(better.at)} somebody handed in a match that keeps all rules. It is worth
      ${pounds(better.worth)}; the accepted match is worth ${pounds(better.accepted)}.
      ${better.worth === better.accepted && 'It is preferred by the rule for ties.'} It is among the files
      below. The market operator has been told.
    </p>
  </section>`

const handingIn = (id: string): Html =>
  html`<section class="part" id="better">
    <h2>Do you know a better match?</h2>
    <p class="measure">
      By the rules there is none: the accepted match has the greatest surplus that can be had, and where
      several have it, it is the one that the rule for ties takes. If you find one, hand it in: a JSON file as
      the solution above, of which only who won, which units, and who serves whom are read; prices follow from
      those. It is checked at once, without names and without an account; a better one is shown here.
    </p>
    <form class="hand-in" method="post" action="/rounds/${id}/match">
      <label for="match">The match, as JSON</label>
      <textarea class="input" id="match" name="match" rows="8" required spellcheck="false"></textarea>
      <button class="button" type="submit">Check it</button>
    </form>
    <p class="measure quiet">
      Programs send the same to <code class="long-code">${urlOf(handInMatch, { params: { id } })}</code>.
    </p>
  </section>`

/** The published match of a round: its files, what they say in a table, how to check it, and a form for a better one. */
export const instancePage = (its: PublishedInstance): FrontPage => {
  const { round, market, settledAt, lines, surplus } = its
  const audit = urlOf(readInstanceFile, { params: { id: round.id, file: 'audit' } })
  const name = `${market}, ${round.name}`
  return {
    title: `The match of ${name}`,
    description: `All offers and bids of ${name}, who won and why, and files to check it with.`,
    body: html`<p><a href="/rounds/${round.id}">${name}</a></p>
      <h1>The match of ${name}</h1>
      <p class="lead measure">
        All offers and bids of this round as they were matched, who won, what everybody pays and why. Numbers
        that were drawn by lot stand for names, and places only say who shares one. Anyone can work out most
        names all the same: the public register tells how many units each project and requirement has.
      </p>
      ${factsOf([
        ['Accepted on', settledAt && showWholeDay(settledAt.slice(0, 10))],
        ['Surplus', pounds(surplus)],
        ['Won', `${lines.filter(({ won }) => won > 0).length} of ${lines.length} offers and bids`],
      ])}
      ${betterPart(its)}
      <section class="part">
        <h2>Check it</h2>
        <p class="measure">
          <a class="button" href="/verify/match/#${audit}">Check it in this browser</a>
        </p>
        <p class="measure">
          The page works everything out again with a second solver. If you made an offer or a bid, give it
          your receipt there: it finds your line, and says why it won or lost. Receipts never leave your
          computer.
        </p>
        ${filesTable(its)} ${inLog(its)}
      </section>
      <section class="part">
        <h2>Offers and bids</h2>
        ${tableOf('Offers and bids', COLUMNS, lines, {
          caption: 'What was asked is the offer with the costs of the project',
          isList: true,
        })}
        ${
          lines.some(({ hasReceipt }) => !hasReceipt) &&
          html`<p class="measure">
            No receipt leads to
            ${lines
              .filter(({ hasReceipt }) => !hasReceipt)
              .map(({ id }) => id)
              .join(', ')}:
            the log has no entry of its own for these amounts.
          </p>`
        }
      </section>
      ${handingIn(round.id)}`,
  }
}

const HEADINGS: Record<HandedInStanding['is'], string> = {
  notAllowed: 'This match is not allowed',
  worse: 'This match is not better',
  same: 'This is the accepted match',
  better: 'This match is better',
}

/** What is answered to whoever handed a match in by the form. */
export const standingPage = (id: string, { is, says, findings }: HandedInStanding): FrontPage => ({
  title: HEADINGS[is],
  description: 'A match that was handed in, and how it stands beside the accepted one.',
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

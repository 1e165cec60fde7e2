import type { PublicRound } from '#contract/public/public'
import { notProvenSentence } from '#domain/unfinished-match/messages'
import { type Html, html } from '../html.ts'

/** Line of the facts of a round that allows a match that is not proven to be the best. */
export const bestKnownMatchFact = ({
  bestKnownGapPercent,
}: Pick<PublicRound, 'bestKnownGapPercent'>): Html | null =>
  bestKnownGapPercent === null
    ? null
    : html`<dt>If the best match is not proven in time</dt>
        <dd>
          Two people of the market operator may accept the
          <a href="/how-it-works#unproven">best known match</a>, if it is at most ${bestKnownGapPercent}%
          below the best possible.
        </dd>`

/** Line of the facts of a round that matches organisations under common control as one party. */
export const commonControlFact = ({
  joinsCommonControl,
}: Pick<PublicRound, 'joinsCommonControl'>): Html | null =>
  joinsCommonControl
    ? html`<dt>Organisations under common control</dt>
        <dd>They are <a href="/how-it-works#truth">matched as one party</a>.</dd>`
    : null

/** Sentence about a settled round whose match is not proven to be the best. */
export const settledGapPart = ({ gapPart }: Pick<PublicRound, 'gapPart'>): Html | null =>
  gapPart === null
    ? null
    : html`<p class="measure">
        ${notProvenSentence({ pence: null, part: gapPart })}
        <a href="/how-it-works#unproven">What that means</a>
      </p>`

import { showMoney, type Pence } from '@credit-market/values/money'
import type { HardBidReason, HardBids } from './hard-bids.ts'
import { gapOfMatch, type MatchStage, type UnfinishedMatch } from './unfinished-match.ts'

/** Sentence about what is still open, by the stage at which the match stopped; without amounts. */
export const OPEN_STAGE_SENTENCES: Readonly<Record<MatchStage, string>> = {
  model: 'No match is known yet.',
  best: 'The best known match is not proven to be the best, and has no prices.',
  tied: 'The greatest surplus is proven, but ties between equally good matches are not decided, and there are no prices.',
  priced: 'The winners are proven and settled, but their prices are not worked out.',
  explained: 'Winners and prices are settled, but not all losing bids and offers have their reasons.',
}

/** Why the match failed, for the queue, the inbox and the task. */
export const outOfTimeText = (open: MatchStage): string =>
  `The match ran out of time. ${OPEN_STAGE_SENTENCES[open]}`

/** Questions about a match by stage, with the answers once it is settled and while it is open. */
export const STAGE_LABELS: Readonly<
  Record<Exclude<MatchStage, 'model'>, { label: string; settled: string; open: string }>
> = {
  best: {
    label: 'Best',
    settled: 'Proven: no other match has a greater surplus',
    open: 'Open: a better match may exist',
  },
  tied: {
    label: 'Ties',
    settled: 'Decided: the winners are settled',
    open: 'Open: the tie rule has not chosen among equally good matches, so winners may change',
  },
  priced: {
    label: 'Prices',
    settled: 'Worked out, but not kept: the next run works them out again',
    open: 'Open: no one knows yet what each winner pays or receives',
  },
  explained: {
    label: 'Reasons',
    settled: 'Worked out',
    open: 'Open: losing bids and offers have no reasons yet',
  },
}

/** A part as a percentage that never rounds a gap to nothing: "1.25%", "less than 0.01%". */
export const gapPercentText = (part: number): string =>
  part > 0 && part < 0.0001 ? 'less than 0.01%' : `${(part * 100).toFixed(2)}%`

/** How far a best known match may be below the best possible one; null if that is not open. */
export const gapSentence = (match: Pick<UnfinishedMatch, 'open' | 'surplus' | 'bound'>): string | null => {
  if (match.open !== 'best') return null
  const { pence, part } = gapOfMatch(match)
  return `The best known match has a surplus of ${showMoney(match.surplus, true)}. No match can have more than ${showMoney(match.bound, true)}, so it is at most ${showMoney(pence, true)} (${gapPercentText(part)}) below the best possible.`
}

/**
 * Says that an accepted match is not proven to be the best, and how far it may be below the best possible one. `pence` is null
 * where the surplus is not shown.
 */
export const notProvenSentence = ({ pence, part }: { pence: Pence | null; part: number }): string =>
  part === 0
    ? 'This is the best match that was found in time. No match has a greater surplus, but others may be equally good.'
    : `This is the best match that was found in time. It is at most ${pence === null ? gapPercentText(part) : `${showMoney(pence, true)} (${gapPercentText(part)})`} below the best possible.`

const bidCount = (count: number): string => (count === 1 ? '1 bid' : `${count} bids`)

/** Why bids are hard to match, and what would be easier, by reason. */
export const HARD_BID_TEXTS: Readonly<Record<HardBidReason, { why: string; advice: string }>> = {
  equal: {
    why: 'are equal, so very many matches are equally good',
    advice: 'One divisible bid for all the units together is much easier to match.',
  },
  joined: {
    why: 'are in groups that must win together, in places that otherwise have nothing to do with each other',
    advice: 'Separate bids are much easier to match.',
  },
  whole: {
    why: 'compete for the same units, and each wins in full or not at all',
    advice: 'Divisible bids, or amounts in whole units, are much easier to match.',
  },
}

/** Names hard bids in one sentence: "30 bids of Brook Homes are equal, so …". */
export const hardBidsSentence = (
  { reason, requirementIds }: Pick<HardBids, 'reason' | 'requirementIds'>,
  owner: string,
): string => `${bidCount(requirementIds.length)} of ${owner} ${HARD_BID_TEXTS[reason].why}`

/** Warning before a match about bids that may make it slow. */
export const hardBidsWarning = (hard: HardBids, owner: string): string =>
  `${hardBidsSentence(hard, owner)}. The match may take a long time`

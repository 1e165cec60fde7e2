import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ActionName } from '#actions/index'
import type { IdAndName } from '#contract/kit/values'
import { pageAddress } from '#contract/nouns/nouns'
import type { UnfinishedMatchView } from '#contract/round/unfinished-match'
import type { RoundView } from '#contract/round/round'
import { penceOf } from '@credit-market/values/money'
import {
  gapPercentText,
  gapSentence,
  HARD_BID_TEXTS,
  hardBidsSentence,
  OPEN_STAGE_SENTENCES,
  STAGE_LABELS,
} from '#domain/unfinished-match/messages'
import { isStageSettled, MIN_SEARCH_MINUTES } from '#domain/unfinished-match/unfinished-match'
import { ActionBar } from '../../parts/action-bar.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { DayText, Money, showNumber, ShowPence } from '../../parts/values/amounts.tsx'

const STAGES = ['best', 'tied', 'priced', 'explained'] as const

/** Links to things of a kind, in one paragraph. */
const Links = ({ kind, items }: { kind: 'project' | 'requirement'; items: readonly IdAndName[] }) => (
  <p>
    {items.map(({ id, name }, at) => (
      <span key={id}>
        {at > 0 && ', '}
        <Link to={pageAddress(kind, { id })}>{name}</Link>
      </span>
    ))}
  </p>
)

/** One way to go on, with the button of its action if the reader may take it. */
const Way = ({
  round,
  action,
  title,
  children,
}: {
  round: RoundView
  action: ActionName<'round'>
  title: string
  children: ReactNode
}) => {
  const offered = round.actions.filter(({ id }) => id === action)
  return offered.length === 0 ? null : (
    <li>
      <h4>{title}</h4>
      <p>{children}</p>
      <ActionBar actions={offered} primary={false} />
    </li>
  )
}

const HardBids = ({ match: { hard, ownersAskedAt } }: { match: UnfinishedMatchView }) => (
  <>
    <h3>Bids that make the match hard</h3>
    {hard.length === 0 && (
      <p>
        No bids stand out. The round may be large, or its offers and bids may depend on each other over many
        places.
      </p>
    )}
    {hard.map(({ reason, organisation, requirements }) => (
      <details key={requirements[0]?.id}>
        <summary>
          {hardBidsSentence({ reason, requirementIds: requirements.map(({ id }) => id) }, organisation.name)}
        </summary>
        <p>{HARD_BID_TEXTS[reason].advice}</p>
        <Links kind="requirement" items={requirements} />
      </details>
    ))}
    {ownersAskedAt && (
      <p className="quiet">
        You asked the owners of these bids on <DayText day={ownersAskedAt} time />.
      </p>
    )}
  </>
)

const Winners = ({ match: { projects, requirements } }: { match: UnfinishedMatchView }) =>
  projects.length + requirements.length === 0 ? null : (
    <details>
      <summary>
        The best known match: {showNumber(projects.length)} projects and {showNumber(requirements.length)}{' '}
        credit requirements would win
      </summary>
      <p>This is for you only. It binds no one, has no prices, and a later match can differ.</p>
      <Links kind="project" items={projects} />
      <Links kind="requirement" items={requirements} />
    </details>
  )

/** Shows the market operator which stages of a match that ran out of time are settled, and the ways to go on. */
export const UnfinishedMatch = ({ round, match }: { round: RoundView; match: UnfinishedMatchView }) => {
  const { open, minutes, surplus, bound, gap, gapPart, hard } = match
  const sentence = gapSentence({ open, surplus: penceOf(surplus), bound: penceOf(bound) })
  return (
    <section className="progress" aria-label="Match that ran out of time">
      <h2>No result yet: the match ran out of time</h2>
      <p>
        {OPEN_STAGE_SENTENCES[open]} {sentence} The match had {showNumber(minutes)}{' '}
        {minutes === 1 ? 'minute' : 'minutes'}. No one is bound.
      </p>
      <ShowPence>
        <dl className="counts progress-figures">
          <div>
            <dt>{open === 'best' ? 'Best surplus found' : 'Greatest surplus'}</dt>
            <dd>
              <Money pounds={surplus} />
            </dd>
          </div>
          {sentence !== null && (
            <>
              <div>
                <dt>Best still possible</dt>
                <dd>
                  <Money pounds={bound} />
                </dd>
              </div>
              <div>
                <dt>Gap at most</dt>
                <dd>
                  <Money pounds={gap} /> ({gapPercentText(gapPart)})
                </dd>
              </div>
            </>
          )}
        </dl>
      </ShowPence>
      <KeyValues
        as="list"
        facts={STAGES.map(stage => {
          const { label, settled, open: text } = STAGE_LABELS[stage]
          return [label, isStageSettled(stage, open) ? settled : text] as const
        })}
      />
      <Winners match={match} />
      <HardBids match={match} />
      <h3>What you can do</h3>
      <ul className="link-list">
        <Way round={round} action="Match" title="Give the match more time">
          Match the same offers and bids again with a longer time limit, up to a day. The same match with the
          same time limit most likely ends the same way.
        </Way>
        {hard.length > 0 && (
          <Way round={round} action="AskOwnersOfHardBids" title="Ask the owners of the hard bids">
            They get your message with the names of their bids and what would be easier. They can change bids
            once you open the round again.
          </Way>
        )}
        <Way round={round} action="UseBestKnownMatch" title="Use the best known match">
          The engine prices it among its winners alone, and you review it. This round allows it up to a gap of{' '}
          {round.bestKnownGapPercent}%, once the engine has searched for {MIN_SEARCH_MINUTES} minutes. A
          colleague approves this, and everyone can see the gap.
        </Way>
        <Way round={round} action="OpenBidsAndOffers" title="Open the round again for bids and offers">
          Everyone confirms or changes their offers and bids, and you match again after the close. Where the
          market works with two people, a colleague approves this.
        </Way>
      </ul>
    </section>
  )
}

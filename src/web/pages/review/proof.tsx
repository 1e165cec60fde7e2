import { DownloadIcon } from '../../icons/icons.tsx'
import { PRICE_RULE_NAME } from '#domain/round/market-rules'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { endpointUrl } from '#contract/kit/endpoint'
import { type MatchView, readMatch } from '#contract/round/match'
import { DayText } from '../../parts/values/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Term } from '../../parts/term.tsx'
import { labelOfValue } from '../../parts/texts.ts'
import { ShareCertainty } from './share-certainty.tsx'
import { gapText, MATCH_DOWNLOAD_LINKS } from './messages.ts'

const PRICE_RULES: Record<MatchSolution['rule'], string> = {
  Lindsay2018: PRICE_RULE_NAME,
  Imported: 'Imported',
}

const TIE_RULES: Record<MatchSolution['tie']['decidedBy'], string> = {
  1: '',
  2: 'Rule 2: among matches with the same surplus, the one that serves the most requirements',
  3: 'Rule 3: among those, the one with the fewest projects',
  4: 'Rule 4: among those, the one with the earliest bids and offers by their last change, then by identifier',
}

const took = (match: MatchView): string | null => {
  if (!match.finishedAt) return null
  const seconds = (Date.parse(match.finishedAt) - Date.parse(match.startedAt)) / 1000
  return seconds < 0.1 ? 'Less than a tenth of a second' : `${seconds.toFixed(1)} seconds`
}

/** Computation of the match, with everything that is needed to check it elsewhere. */
export const MatchCalculation = ({ match, roundId }: { match: MatchView; roundId: string }) => (
  <div className="stack">
    <p className="measure">
      The winners are the bids and offers that together have the greatest surplus: winning bids less winning
      asking prices. Each organisation’s share is what it adds to the surplus, on average over every order in
      which the winners could have joined. All losing bids and offers are present from the start. A buyer pays
      its bid less its share. A supplier receives its asking price plus its share.
    </p>
    <KeyValues
      facts={[
        ['Price rule', `${labelOfValue(PRICE_RULES, match.rule)}, version ${match.ruleVersion}`],
        [
          'Winners',
          <span key="winners">
            <Term word={match.proven ? 'Proven' : 'Not proven'} /> to have the greatest surplus
            {match.gap && `. ${gapText(match.gap)}`}
          </span>,
        ],
        ['Shares', <ShareCertainty key="shares" match={match} />],
        ['Ties', match.tie.note || 'No tie'],
        ['Tie decided by', labelOfValue(TIE_RULES, match.tie.decidedBy) || undefined],
        ['Solver', match.solver],
        [
          'Options',
          Object.entries(match.options)
            .map(([name, value]) => `${name} ${String(value)}`)
            .join(', ') || 'None',
        ],
        ['Started', <DayText key="started" day={match.startedAt} time />],
        ['Time taken', took(match)],
      ]}
    />
    <KeyValues
      as="list"
      facts={[
        [
          'SHA-256 hash of the matching problem',
          <code key="problem" className="hash">
            {match.problemHash}
          </code>,
        ],
        [
          'SHA-256 hash of the solution (the result)',
          <code key="solution" className="hash">
            {match.solutionHash}
          </code>,
        ],
      ]}
    />
    <p className="row">
      <a
        className="button"
        href={endpointUrl(readMatch, { params: { id: roundId }, query: { format: 'audit' } })}
        download={`match-${roundId}.json`}
      >
        <DownloadIcon aria-hidden="true" />
        Download the audit file
      </a>
      {(['winners', 'dataset'] as const).map(file => (
        <a
          key={file}
          className="button"
          href={endpointUrl(readMatch, { params: { id: roundId }, query: { format: file } })}
          download={`${file}.csv`}
        >
          <DownloadIcon aria-hidden="true" />
          {MATCH_DOWNLOAD_LINKS[file]}
        </a>
      ))}
    </p>
  </div>
)

import { Download } from 'lucide-react'
import { PRICE_RULE_NAME } from '#domain/market-rules'
import type { MatchSolution } from '#domain/match-solution'
import { urlOf } from '#contract/endpoint'
import { type MatchView, readMatch } from '#contract/match'
import { DayText } from '../../parts/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { labelOf } from '../../parts/label-of.ts'
import { ShareCertainty } from './share-certainty.tsx'

const PRICE_RULES: Record<MatchSolution['rule'], string> = {
  Lindsay2018: PRICE_RULE_NAME,
  Imported: 'Imported',
}

const TIE_RULES: Record<MatchSolution['tie']['decidedBy'], string> = {
  1: '',
  2: 'Rule 2: among equal surpluses, the most requirements served',
  3: 'Rule 3: then the fewest projects',
  4: 'Rule 4: then the earliest last change of bid or offer, then the identifier',
}

const took = (match: MatchView): string | null => {
  if (!match.finishedAt) return null
  const seconds = (Date.parse(match.finishedAt) - Date.parse(match.startedAt)) / 1000
  return seconds < 0.1 ? 'Less than a tenth of a second' : `${seconds.toFixed(1)} seconds`
}

/** How the match was computed, and all that is needed to check it elsewhere. */
export const Proof = ({ match, roundId }: { match: MatchView; roundId: string }) => (
  <div className="stack">
    <p className="measure">
      The winners are the bids and offers that together have the greatest surplus: winning bids less winning
      asks. Each organisation’s share of it is what its taking part adds, averaged over every order in which
      the winners could have arrived, with all losing bids and offers present throughout. A buyer pays its bid
      less its share; a supplier receives its ask plus its share.
    </p>
    <KeyValues
      facts={[
        ['Price rule', `${labelOf(PRICE_RULES, match.rule)}, version ${match.ruleVersion}`],
        ['Winners', match.proven ? 'Proven to have the greatest surplus' : 'Not proven'],
        ['Shares', <ShareCertainty key="shares" match={match} />],
        ['Ties', match.tie.note || 'No tie'],
        ['Tie decided by', labelOf(TIE_RULES, match.tie.decidedBy) || undefined],
        ['Solver', match.solver],
        [
          'Options',
          Object.entries(match.options)
            .map(([name, value]) => `${name} ${String(value)}`)
            .join(', ') || 'None',
        ],
        ['Started', <DayText key="started" day={match.startedAt} time />],
        ['Took', took(match)],
      ]}
    />
    <KeyValues
      as="list"
      facts={[
        [
          'SHA-256 of the problem',
          <code key="problem" className="hash">
            {match.problemHash}
          </code>,
        ],
        [
          'SHA-256 of the solution',
          <code key="solution" className="hash">
            {match.solutionHash}
          </code>,
        ],
      ]}
    />
    <p className="row">
      <a
        className="button"
        href={urlOf(readMatch, { params: { id: roundId }, query: { format: 'audit' } })}
        download={`match-${roundId}.json`}
      >
        <Download aria-hidden="true" />
        Download the audit file
      </a>
      {(['winners', 'dataset'] as const).map(file => (
        <a
          key={file}
          className="button"
          href={urlOf(readMatch, { params: { id: roundId }, query: { format: file } })}
          download={`${file}.csv`}
        >
          <Download aria-hidden="true" />
          Download the {file} as CSV
        </a>
      ))}
    </p>
  </div>
)

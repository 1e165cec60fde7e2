import type { MatchReview } from '#contract/match'
import { DayText, Money } from '../../parts/amounts.tsx'

/** What is different from the run before this one. */
export const PreviousRun = ({
  previous,
  surplus,
}: {
  previous: NonNullable<MatchReview['previous']>
  surplus: number
}) => (
  <div className="stack">
    <p>
      The run before, on <DayText day={previous.finishedAt} time />, had a surplus of{' '}
      <Money pounds={previous.surplus} /> and {previous.winners} winners; this one has{' '}
      <Money pounds={surplus} />.
    </p>
    {previous.changed.length > 0 && (
      <ul className="difference-list">
        {previous.changed.map(difference => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    )}
  </div>
)

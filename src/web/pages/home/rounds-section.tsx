import type { RoundRow } from '#contract/round'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import { RoundCard } from '../shared/round-card.tsx'

/** The market rounds that matter to the reader. */
export const RoundsSection = ({ rounds, heading }: { rounds: readonly RoundRow[]; heading: string }) => (
  <Section heading={heading}>
    {rounds.length === 0 ? (
      <EmptyState title="No market rounds at present">
        A round comes here as soon as it is open for registration.
      </EmptyState>
    ) : (
      <ul className="round-cards">
        {rounds.map(round => (
          <RoundCard key={round.id} round={round} withMarket />
        ))}
      </ul>
    )}
  </Section>
)

import type { RoundRow } from '#contract/round/round'
import { SiteLink } from '../../parts/menu/site-link.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import { RoundCard } from '../shared/round-card.tsx'

/** Market rounds that matter to the reader. */
export const RoundsSection = ({ rounds, heading }: { rounds: readonly RoundRow[]; heading: string }) => (
  <Section heading={heading}>
    {rounds.length === 0 ? (
      <EmptyState title="No market rounds at the moment">
        A round appears here when registration opens. <SiteLink to="/rounds">See planned rounds</SiteLink>
      </EmptyState>
    ) : (
      <ul className="round-list">
        {rounds.map(round => (
          <RoundCard key={round.id} round={round} withMarket />
        ))}
      </ul>
    )}
  </Section>
)

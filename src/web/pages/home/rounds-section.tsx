import type { RoundRow } from '#contract/round/round'
import { SiteLink } from '../../parts/menu/site-link.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { recordCountText } from '../../parts/messages.ts'
import { FoldedSection, Section } from '../../parts/section.tsx'
import { RoundCard } from '../shared/round-card.tsx'

const RoundList = ({ rounds }: { rounds: readonly RoundRow[] }) => (
  <ul className="round-list">
    {rounds.map(round => (
      <RoundCard key={round.id} round={round} withMarket />
    ))}
  </ul>
)

/** Market rounds that matter to the reader; settled ones, in which nothing happens any more, are folded. */
export const RoundsSection = ({ rounds, heading }: { rounds: readonly RoundRow[]; heading: string }) => {
  const current = rounds.filter(({ status }) => status !== 'Settled')
  const settled = rounds.filter(({ status }) => status === 'Settled')
  return (
    <>
      <Section heading={heading}>
        {current.length === 0 ? (
          <EmptyState title="No market rounds at the moment">
            A round appears here when registration opens. <SiteLink to="/rounds">See planned rounds</SiteLink>
          </EmptyState>
        ) : (
          <RoundList rounds={current} />
        )}
      </Section>
      {settled.length > 0 && (
        <FoldedSection isFolded heading="Settled rounds" note={recordCountText(settled.length, 'round')}>
          <RoundList rounds={settled} />
        </FoldedSection>
      )}
    </>
  )
}

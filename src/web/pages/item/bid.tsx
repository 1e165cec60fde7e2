import type { RequirementView } from '#contract/requirement'
import { DayText, Money } from '../../parts/amounts.tsx'
import { Section } from '../../parts/section.tsx'
import { isBeforeClosing } from '../shared/before-closing.ts'
import { Sealed } from '../shared/sealed.tsx'

/** The bid of a requirement, as far as the reader may know it. */
export const BidFacts = ({ requirement }: { requirement: RequirementView }) => (
  <Section heading="Bid">
    <p className="amount">
      {requirement.bidIsSealed ? (
        <Sealed round={requirement.round} />
      ) : requirement.bid === null ? (
        <span className="quiet">No bid yet</span>
      ) : (
        <Money pounds={requirement.bid} />
      )}
    </p>
    {requirement.acceptOngoingOnly && requirement.bidOngoingOnly !== null && (
      <p>
        For the ongoing units alone: <Money pounds={requirement.bidOngoingOnly} />
      </p>
    )}
    {requirement.bidAt && (
      <p className="quiet small">
        Bid <DayText day={requirement.bidAt} time />.{' '}
        {isBeforeClosing(requirement.round) &&
          'The last bid before the round closes for bids and offers counts. '}
        Nobody pays more than its bid.
      </p>
    )}
  </Section>
)

import type { RequirementView } from '#contract/requirement/requirement'
import { DayText, ShowPence, Money } from '../../parts/values/amounts.tsx'
import { PerUnit } from '../../parts/values/price-per-unit.tsx'
import { Section } from '../../parts/section.tsx'
import { areBidsSealed, SealedAmount } from '../shared/sealed.tsx'
import { unitsPricedByBid } from '../shared/as-priced.ts'

/** Bid of a requirement, as far as the reader may know it. */
export const BidFacts = ({ requirement }: { requirement: RequirementView }) => (
  <ShowPence amounts={[requirement.bid, requirement.bidOngoingOnly]}>
    <Section heading="Bid">
      <p className="amount">
        {requirement.bidIsSealed ? (
          <SealedAmount round={requirement.round} />
        ) : requirement.bid === null ? (
          <span className="quiet">{requirement.endedAs ? 'No bid was made' : 'No bid yet'}</span>
        ) : (
          <Money pounds={requirement.bid} />
        )}
      </p>
      <PerUnit pounds={requirement.bid} quantities={unitsPricedByBid(requirement)} of="unit needed" />
      {requirement.acceptOngoingOnly && requirement.bidOngoingOnly !== null && (
        <div>
          For ongoing units only: <Money pounds={requirement.bidOngoingOnly} />
          <PerUnit
            pounds={requirement.bidOngoingOnly}
            quantities={unitsPricedByBid({ ...requirement, additionalUnits: 0 })}
            of="ongoing unit"
          />
        </div>
      )}
      {requirement.bidAt && (
        <p className="quiet small">
          Bid <DayText day={requirement.bidAt} time />.{' '}
          {areBidsSealed(requirement.round) && 'Only the last bid before bids and offers close counts. '}
          No one pays more than they bid.
        </p>
      )}
    </Section>
  </ShowPence>
)

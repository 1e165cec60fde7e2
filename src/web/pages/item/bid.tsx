import type { RequirementView } from '#contract/requirement'
import { DayText, InPence, Money } from '../../parts/amounts.tsx'
import { PerUnit } from '../../parts/price-per-unit.tsx'
import { Section } from '../../parts/section.tsx'
import { isBeforeClosing } from '../shared/before-closing.ts'
import { needed } from '../shared/as-priced.ts'
import { Sealed } from '../shared/sealed.tsx'

/** The bid of a requirement, as far as the reader may know it. */
export const BidFacts = ({ requirement }: { requirement: RequirementView }) => (
  <InPence amounts={[requirement.bid, requirement.bidOngoingOnly]}>
    <Section heading="Bid">
      <p className="amount">
        {requirement.bidIsSealed ? (
          <Sealed round={requirement.round} />
        ) : requirement.bid === null ? (
          <span className="quiet">{requirement.endedAs ? 'No bid was made' : 'No bid yet'}</span>
        ) : (
          <Money pounds={requirement.bid} />
        )}
      </p>
      <PerUnit pounds={requirement.bid} quantities={needed(requirement)} of="unit needed" />
      {requirement.acceptOngoingOnly && requirement.bidOngoingOnly !== null && (
        <div>
          For the ongoing units alone: <Money pounds={requirement.bidOngoingOnly} />
          <PerUnit
            pounds={requirement.bidOngoingOnly}
            quantities={needed({ ...requirement, additionalUnits: 0 })}
            of="ongoing unit"
          />
        </div>
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
  </InPence>
)

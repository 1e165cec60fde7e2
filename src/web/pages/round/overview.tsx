import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { dayOf, type Instant } from '#domain/dates'
import { showMoment } from '#domain/london'
import { BIDDER_TYPE_LABELS, BIODIVERSITY_SUPPLY_LABELS } from '#domain/round'
import type { RoundView } from '#contract/round'
import { WindowsChart } from '../../charts/windows-chart.tsx'
import { DayText, showNumber } from '../../parts/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Section } from '../../parts/section.tsx'
import { isBeforeClosing } from '../shared/before-closing.ts'
import { NamedList } from './named-list.tsx'
import { reserveText } from './reserve-text.ts'

const windowsOf = ({ dates }: RoundView) => [
  { name: 'Suppliers', start: dates.suppliersStart, end: dates.suppliersEnd },
  { name: 'Buyers, investors', start: dates.buyersStart, end: dates.buyersEnd },
  { name: 'Projects', start: dates.projectsStart, end: dates.projectsEnd },
  { name: 'Requirements', start: dates.requirementsStart, end: dates.requirementsEnd },
]

const BY_HAND = 'By hand; no time has been announced'

const isBeforeBids = ({ status }: RoundView): boolean =>
  isBeforeClosing({ status }) && status !== 'OpenForBidsAndOffers'

const timeText = (moment: Instant | null, otherwise: string | undefined): string | undefined =>
  moment === null ? otherwise : `${showMoment(moment)}, by clocks in London`

/** What the round is about, when one could register, and how much has come in. */
export const RoundOverview = ({ round, seesAll }: { round: RoundView; seesAll: boolean }) => (
  <div className="page">
    {seesAll && (
      <dl className="counts">
        {(
          [
            ['Participants', round.counts.participants],
            ['Projects', round.counts.projects],
            ['Offers', round.counts.offers],
            ['Requirements', round.counts.requirements],
            ['Bids', round.counts.bids],
          ] as const
        ).map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{showNumber(count)}</dd>
          </div>
        ))}
      </dl>
    )}
    <Section heading="Registration windows">
      <WindowsChart
        windows={windowsOf(round)}
        today={dayOf(new Date().toISOString())}
        at={round.status === 'Draft' ? 'before' : round.status === 'Open' ? 'open' : 'past'}
      />
    </Section>
    {(isBeforeClosing(round) || round.bidsClose !== null) && (
      <Section heading="Bids and offers">
        <KeyValues
          facts={[
            ['Open', timeText(round.bidsOpen, isBeforeBids(round) ? BY_HAND : undefined)],
            ['Close', timeText(round.bidsClose, isBeforeClosing(round) ? BY_HAND : undefined)],
          ]}
        />
      </Section>
    )}
    <Section heading="What is exchanged">
      <KeyValues
        facts={[
          ['Credit types', round.services.map(service => CREDIT_TYPE_LABELS[service]).join(', ') || null],
          ['Bidders', BIDDER_TYPE_LABELS[round.bidderType]],
          ['Additional need ends', round.ampEnd ? <DayText key="ampEnd" day={round.ampEnd} /> : undefined],
          [
            'Biodiversity supply counts',
            round.services.includes('Biodiversity')
              ? BIODIVERSITY_SUPPLY_LABELS[round.biodiversitySupply]
              : undefined,
          ],
          [
            'Reserve',
            round.reserve === null
              ? 'Not yet decided'
              : reserveText(round.reserve.percentage, round.reserve.appliesTo),
          ],
          [
            'Losers',
            round.tellsCriticalAmounts
              ? 'Told the amount at which they would have tied'
              : 'Not told the amount at which they would have tied',
          ],
          ['Settled', round.settledAt ? <DayText key="settled" day={round.settledAt} time /> : undefined],
        ]}
      />
      <KeyValues
        as="list"
        facts={[
          ['Standards', <NamedList key="standards" items={round.standards} />],
          ['Project types', <NamedList key="types" items={round.projectTypes} />],
          ['National character areas', <NamedList key="ncas" items={round.ncas} />],
          ['Local planning authorities', <NamedList key="lpas" items={round.lpas} />],
          ['Subcatchments', <NamedList key="subcatchments" items={round.subcatchments} />],
        ]}
      />
    </Section>
  </div>
)

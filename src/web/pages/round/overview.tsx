import { depositText } from '#domain/money/deposit'
import { penceOf } from '@credit-market/values/money'
import { latePaymentText } from '#domain/money/late-payment'
import { paymentScheduleText } from '#domain/money/payment-schedule'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { utcDayOf, type Instant } from '@credit-market/values/dates'
import { formatLondonTime } from '#domain/values/london'
import { seasonText } from '#domain/round/season'
import { BIDDER_TYPE_LABELS, BIODIVERSITY_SUPPLY_RULE_LABELS } from '#domain/round/round'
import type { RoundView } from '#contract/round/round'
import { WindowsChart } from '../../charts/windows-chart.tsx'
import { DayText, showNumber } from '../../parts/values/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Section } from '../../parts/section.tsx'
import { areBidsSealed } from '../shared/sealed.tsx'
import { reserveText } from '../shared/reserve-text.ts'
import type { IdAndName } from '#contract/kit/values'
import { RoundControlRoom } from './control-room.tsx'
import { currentTime } from '../../api/clock.ts'

const MOST = 6

/** Names in a line; if there are many, the rest unfolds. */
const NamedList = ({ items }: { items: readonly IdAndName[] }) => {
  if (items.length === 0) return <span className="quiet">None</span>
  const names = items.map(item => item.name)
  if (names.length <= MOST + 1) return <>{names.join(', ')}</>
  return (
    <details className="named-list">
      <summary>
        {names.slice(0, MOST).join(', ')} and {names.length - MOST} more
      </summary>
      {names.slice(MOST).join(', ')}
    </details>
  )
}

const windowsOf = ({ dates }: RoundView) => [
  { name: 'Suppliers', start: dates.suppliersStart, end: dates.suppliersEnd },
  { name: 'Buyers, investors', start: dates.buyersStart, end: dates.buyersEnd },
  { name: 'Projects', start: dates.projectsStart, end: dates.projectsEnd },
  { name: 'Requirements', start: dates.requirementsStart, end: dates.requirementsEnd },
]

const BY_HAND = 'To be announced'

const isBeforeBids = ({ status }: RoundView): boolean =>
  areBidsSealed({ status }) && status !== 'OpenForBidsAndOffers'

const timeText = (moment: Instant | null, otherwise: string | undefined): string | undefined =>
  moment === null ? otherwise : `${formatLondonTime(moment)}, UK time`

/** Overview of a round: description, registration windows, and the numbers registered. */
export const RoundOverview = ({ round, seesAll }: { round: RoundView; seesAll: boolean }) => (
  <div className="page">
    {/* A draft has nothing to count yet, and its readiness comes first. */}
    {seesAll && round.status !== 'Draft' && (
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
    {seesAll && <RoundControlRoom round={round} />}
    {round.status === 'Draft' && (
      <Section heading="Announcement">
        <p>
          {round.expectedFrom === null
            ? 'Only you can see this draft. Announce it as planned, so that everyone whom it suits knows when to expect it.'
            : `Everyone can see that registration is expected to open in ${seasonText(round.expectedFrom)}. The dates below are not public.`}
        </p>
      </Section>
    )}
    <Section heading="Registration windows">
      <WindowsChart
        windows={windowsOf(round)}
        today={utcDayOf(currentTime())}
        at={round.status === 'Draft' ? 'before' : round.status === 'Open' ? 'open' : 'past'}
      />
    </Section>
    {(areBidsSealed(round) || round.bidsClose !== null) && (
      <Section heading="Bids and offers">
        <KeyValues
          facts={[
            ['Open', timeText(round.bidsOpen, isBeforeBids(round) ? BY_HAND : undefined)],
            ['Close', timeText(round.bidsClose, areBidsSealed(round) ? BY_HAND : undefined)],
          ]}
        />
      </Section>
    )}
    <Section heading="What is traded">
      <KeyValues
        facts={[
          ['Credit types', round.services.map(service => CREDIT_TYPE_LABELS[service]).join(', ') || null],
          ['Bidders', BIDDER_TYPE_LABELS[round.bidderType]],
          ['Additional need ends', round.ampEnd ? <DayText key="ampEnd" day={round.ampEnd} /> : undefined],
          [
            'Biodiversity supply counts',
            round.services.includes('Biodiversity')
              ? BIODIVERSITY_SUPPLY_RULE_LABELS[round.biodiversitySupply]
              : undefined,
          ],
          [
            'Reserve',
            round.reserve === null
              ? 'Not yet decided'
              : reserveText(round.reserve.percentage, round.reserve.appliesTo),
          ],
          [
            'If the best match is not proven in time',
            round.bestKnownGapPercent === null
              ? 'No match is used until it is proven'
              : `Two people may use the best known match, if no match can be more than ${round.bestKnownGapPercent}% better`,
          ],
          [
            'Organisations under common control',
            round.joinsCommonControl ? 'Matched as one party' : 'Matched as separate parties',
          ],
          [
            'If you do not win',
            round.tellsCriticalAmounts
              ? 'We tell you the price that would have tied'
              : 'We do not tell you the price that would have tied',
          ],
          ['Payments are due', paymentScheduleText(round.paymentSchedule)],
          ['Late payments', latePaymentText(round.latePayment)],
          ['Deposit', depositText(round.deposit === null ? null : penceOf(round.deposit))],
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

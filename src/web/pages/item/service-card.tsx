import { CREDIT_TYPE_LABELS, UNIT_NAMES, unitsNote } from '#domain/values/credit-type'
import { showDay, type Day } from '@credit-market/values/dates'
import { CONDITION_LABELS } from '@credit-market/habitat-metric/habitat'
import { SIGNIFICANCE_LABELS } from '@credit-market/habitat-metric/significance'
import { PROJECT_DURATION_LABELS } from '#domain/project/project'
import type { CertificationDecision } from '#domain/project/service'
import type { ServiceView } from '#contract/project/project-service'
import { CREDIT_CLASS } from '../../charts/figures.ts'
import { PeriodBars } from '../../charts/period-bars.tsx'
import { DayText, PlainNumber, Quantity } from '../../parts/values/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { hasChanges, describeSchedule, unitsAt } from '../../parts/values/schedule.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { CalculatedUnitsLine } from '../../parts/working.tsx'
import { habitatText } from '../shared/habitat-text.ts'

const DECISIONS: Record<CertificationDecision, string> = {
  Yes: 'Certified under the standard',
  NoStandardCannotBeApplied: 'Not certified: the standard cannot be applied',
  NoSupplierRetaining: 'Not certified: the supplier keeps the service',
}

/** Units of a habitat by the statutory metric, next to those that were typed, with the working to unfold. */
const ByMetric = ({ service: { metric } }: { service: ServiceView }) => {
  if (!metric) return null
  const { delivered, baseline } = metric
  return (
    <div className="service-working">
      <CalculatedUnitsLine of="By the statutory metric" worked={delivered} />
      {baseline && <CalculatedUnitsLine of="Habitat before" worked={baseline} />}
    </div>
  )
}

/** Service of a project: habitat or credit type, certification, and supply by period. */
export const ServiceCard = ({ service, on }: { service: ServiceView; on: Day }) => {
  const isDrawn = hasChanges(service.unitsPerPeriod)
  return (
    <li className={`service ${CREDIT_CLASS[service.creditType]}`}>
      <div className="section-head">
        <h3>
          {CREDIT_TYPE_LABELS[service.creditType]}
          <span className="quiet service-habitat">
            {' '}
            {habitatText(service) || unitsNote(service.creditType)}
          </span>
        </h3>
        <StatusBadge kind="service" status={service.status} />
      </div>
      <div className={isDrawn ? 'service-body' : undefined}>
        {isDrawn && (
          <PeriodBars
            periods={service.unitsPerPeriod}
            tall
            on={on}
            label={`${CREDIT_TYPE_LABELS[service.creditType]} supplied by period`}
          />
        )}
        <KeyValues
          as="list"
          facts={[
            [
              'Supplies',
              service.unitsPerPeriod.length === 0
                ? 'Not known yet'
                : !isDrawn && describeSchedule(service.unitsPerPeriod, on),
            ],
            [
              `On ${showDay(on)}`,
              <Quantity
                key="units"
                units={unitsAt(service.unitsPerPeriod, on)}
                of={UNIT_NAMES[service.creditType]}
              />,
            ],
            [
              service.sizeUnit === 'Km' ? 'Length' : 'Area',
              <PlainNumber
                key="size"
                value={service.size}
                suffix={service.sizeUnit === 'Km' ? ' km' : ' ha'}
              />,
            ],
            ['Condition', service.condition ? CONDITION_LABELS[service.condition] : undefined],
            ['Duration', PROJECT_DURATION_LABELS[service.duration]],
            ['Mitigation begins', <DayText key="begins" day={service.mitigationBegins} />],
            [
              'Strategic significance',
              service.strategicSignificance ? SIGNIFICANCE_LABELS[service.strategicSignificance] : undefined,
            ],
            [
              'Baseline units lost',
              service.baselineUnitsLost === null ? undefined : (
                <Quantity key="lost" units={service.baselineUnitsLost} />
              ),
            ],
            ['Years to target condition', service.yearsToTargetCondition ?? undefined],
            ['Standard', service.standard?.name ?? undefined],
            ['Decision', service.decision ? DECISIONS[service.decision] : undefined],
          ]}
        />
      </div>
      <ByMetric service={service} />
    </li>
  )
}

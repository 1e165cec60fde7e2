import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { CONDITION_LABELS } from '#domain/habitat'
import { DURATION_LABELS } from '#domain/project'
import type { CertificationDecision } from '#domain/service'
import type { ServiceView } from '#contract/project'
import { CREDIT_CLASS } from '../../charts/figures.ts'
import { PeriodBars } from '../../charts/period-bars.tsx'
import { DayText, Num, Quantity } from '../../parts/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { habitatText } from './habitat-text.ts'

const DECISIONS: Record<CertificationDecision, string> = {
  Yes: 'Certified under the standard',
  NoStandardCannotBeApplied: 'Not certified: the standard cannot be applied',
  NoSupplierRetaining: 'Not certified: the supplier keeps it',
}

/** One service of a project: what it is, how far it is certified, and what it supplies period by period. */
export const ServiceCard = ({ service }: { service: ServiceView }) => (
  <li className={`service ${CREDIT_CLASS[service.creditType]}`}>
    <div className="section-head">
      <h3>
        {CREDIT_TYPE_LABELS[service.creditType]}
        <span className="quiet service-habitat"> {habitatText(service)}</span>
      </h3>
      <StatusBadge kind="service" status={service.status} />
    </div>
    <div className="service-body">
      {service.unitsPerPeriod.length > 0 ? (
        <PeriodBars
          periods={service.unitsPerPeriod}
          tall
          label={`${CREDIT_TYPE_LABELS[service.creditType]} supplied by period`}
        />
      ) : (
        <p className="quiet">The supply is not yet known.</p>
      )}
      <KeyValues
        as="list"
        facts={[
          ['Most at one time', <Quantity key="units" units={service.units} of="units" />],
          [
            service.sizeUnit === 'Km' ? 'Length' : 'Area',
            <Num key="size" value={service.size} suffix={service.sizeUnit === 'Km' ? ' km' : ' ha'} />,
          ],
          ['Condition', service.condition ? CONDITION_LABELS[service.condition] : undefined],
          ['Duration', DURATION_LABELS[service.duration]],
          ['Mitigation begins', <DayText key="begins" day={service.mitigationBegins} />],
          ['Strategic significance', service.strategicSignificance ?? undefined],
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
  </li>
)

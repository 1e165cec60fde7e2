import { ASSURANCE_TONES, type AssuranceView } from '#contract/credit/assurance'
import { ASSURANCE_LABELS, unsoundText } from '#domain/case/unit-failure'
import { toUnits } from '@credit-market/values/units'
import { ToneBadge } from '../../parts/status-badge.tsx'

/** Assurance of a credit, with the units that are not sound and their serials. */
export const UnitAssurance = ({ of: { assurance, unsound } }: { of: AssuranceView }) => (
  <>
    <ToneBadge tone={ASSURANCE_TONES[assurance]} label={ASSURANCE_LABELS[assurance]} />
    {unsound.map(one => (
      <div key={`${one.serial} ${one.since}`} className="quiet small">
        {unsoundText({ ...one, units: toUnits(one.units) })}: <span className="num">{one.serial}</span>
      </div>
    ))}
  </>
)

import type { AssuranceView } from '#contract/credit/assurance'
import type { StatusTone } from '#contract/kit/noun'
import { ASSURANCE_LABELS, unsoundText, type Assurance } from '#domain/case/unit-failure'
import { toUnits } from '@credit-market/values/units'
import { ToneBadge } from '../../parts/status-badge.tsx'

const TONES: Record<Assurance, StatusTone> = { sound: 'good', inDoubt: 'warn', failed: 'bad' }

/** Assurance of a credit, with the units that are not sound and their serials. */
export const UnitAssurance = ({ of: { assurance, unsound } }: { of: AssuranceView }) => (
  <>
    <ToneBadge tone={TONES[assurance]} label={ASSURANCE_LABELS[assurance]} />
    {unsound.map(one => (
      <div key={`${one.serial} ${one.since}`} className="quiet small">
        {unsoundText({ ...one, units: toUnits(one.units) })}: <span className="num">{one.serial}</span>
      </div>
    ))}
  </>
)

import { ASSURANCE_TONES, type AssuranceView } from '#contract/credit/assurance'
import type { CreditRow } from '#contract/credit/credit'
import { ASSURANCE_LABELS, replacingText, unsoundText } from '#domain/case/unit-failure'
import { toUnits } from '@credit-market/values/units'
import { ToneBadge } from '../../parts/status-badge.tsx'

/** Assurance of a credit, with the units that are not sound and their serials. */
export const UnitAssurance = ({ of: { assurance, unsound } }: { of: AssuranceView }) => (
  <>
    <ToneBadge tone={ASSURANCE_TONES[assurance]} label={ASSURANCE_LABELS[assurance]} />
    {unsound.map(one => (
      <div key={`${one.serial} ${one.since}`} className="quiet small">
        {unsoundText({ ...one, units: toUnits(one.units) })}: <span className="num">{one.serial}</span>
        {one.replacedBy !== null && (
          <>
            , replaced by <span className="num">{one.replacedBy}</span>
          </>
        )}
      </div>
    ))}
  </>
)

/** Units of a credit that replace failed ones, with the serials of both. */
export const UnitsReplacing = ({ of: { replacing } }: { of: Pick<CreditRow, 'replacing'> }) =>
  replacing.map(({ serial, replaces, ...one }) => (
    <div key={`${serial} ${one.since}`} className="quiet small">
      <span className="num">{serial}</span>: {replacingText({ ...one, units: toUnits(one.units) })}{' '}
      <span className="num">{replaces}</span>
    </div>
  ))

import { creditTypeWithUnit } from '#domain/values/credit-type'
import { isNutrient } from '@credit-market/matching/problem/credit-type'
import { SIGNIFICANCE_LABELS } from '@credit-market/habitat-metric/significance'
import {
  BROAD_HABITAT_LABELS,
  CONDITION_LABELS,
  DISTINCTIVENESS_LABELS,
} from '@credit-market/habitat-metric/habitat'
import type { RequirementView } from '#contract/requirement/requirement'
import { DayText, Quantity } from '../../parts/values/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { CalculatedUnitsLine } from '../../parts/working.tsx'
import { habitatName } from '../shared/habitat-text.ts'

const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? 'Yes' : 'No')

/** Credits that a requirement needs. */
export const NeedFacts = ({ requirement }: { requirement: RequirementView }) => {
  if (requirement.creditType === null)
    return <p className="quiet">The credits needed have not been entered yet.</p>
  const nutrient = isNutrient(requirement.creditType)
  const of = nutrient ? 'kg a year' : undefined
  const { broadHabitat, distinctiveness, module } = requirement
  const { loss } = requirement
  return (
    <>
      <KeyValues
        facts={[
          ['Credits', creditTypeWithUnit(requirement.creditType)],
          [nutrient ? 'Ongoing' : 'Units', <Quantity key="units" units={requirement.units} of={of} />],
          [
            'Additional',
            nutrient ? <Quantity key="more" units={requirement.additionalUnits} of={of} /> : undefined,
          ],
          [
            'Accepts ongoing units only',
            requirement.nutrientType === 'both' ? yesNo(requirement.nutrientAcceptOngoingOnly) : undefined,
          ],
          ['Broad habitat', nutrient ? undefined : broadHabitat && BROAD_HABITAT_LABELS[broadHabitat]],
          ['Habitat type', requirement.habitatType ? habitatName(requirement.habitatType) : undefined],
          [
            'Distinctiveness',
            nutrient ? undefined : distinctiveness && `${DISTINCTIVENESS_LABELS[distinctiveness]} or higher`,
          ],
          ['Module', nutrient || module === 'NA' ? undefined : module],
          ['Accepts part of the units', nutrient ? undefined : yesNo(requirement.isDivisible)],
          ['Statutory trading rule', requirement.tradingRule ?? undefined],
          [
            'Habitat lost',
            loss
              ? [
                  loss.habitat,
                  loss.condition && `Condition: ${CONDITION_LABELS[loss.condition]}`,
                  loss.significance && SIGNIFICANCE_LABELS[loss.significance],
                ]
                  .filter(Boolean)
                  .join('; ')
              : undefined,
          ],
          ['Redemption', <DayText key="redemption" day={requirement.redemptionDate} />],
        ]}
      />
      {loss?.metric && (
        <CalculatedUnitsLine of="By the statutory metric, including net gain" worked={loss.metric} />
      )}
    </>
  )
}

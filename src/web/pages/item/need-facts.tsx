import { isNutrient, nameWithUnits } from '#domain/credit-type'
import { SIGNIFICANCE_LABELS } from '#domain/metric/significance'
import { BROAD_HABITAT_LABELS, CONDITION_LABELS, DISTINCTIVENESS_LABELS } from '#domain/habitat'
import type { RequirementView } from '#contract/requirement'
import { DayText, Quantity } from '../../parts/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { WorkedLine } from '../../parts/worked-line.tsx'
import { habitatName } from './habitat-text.ts'

const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? 'Yes' : 'No')

/** The credits that a requirement asks for. */
export const NeedFacts = ({ requirement }: { requirement: RequirementView }) => {
  if (requirement.creditType === null) return <p className="quiet">The credits needed are not yet given.</p>
  const nutrient = isNutrient(requirement.creditType)
  const of = nutrient ? 'kg a year' : undefined
  const { broadHabitat, distinctiveness, module } = requirement
  const { loss } = requirement
  return (
    <>
      <KeyValues
        facts={[
          ['Credits', nameWithUnits(requirement.creditType)],
          [nutrient ? 'Ongoing' : 'Units', <Quantity key="units" units={requirement.units} of={of} />],
          [
            'Additional',
            nutrient ? <Quantity key="more" units={requirement.additionalUnits} of={of} /> : undefined,
          ],
          [
            'Ongoing units alone would do',
            requirement.nutrientType === 'both' ? yesNo(requirement.nutrientAcceptOngoingOnly) : undefined,
          ],
          ['Broad habitat', nutrient ? undefined : broadHabitat && BROAD_HABITAT_LABELS[broadHabitat]],
          ['Habitat type', requirement.habitatType ? habitatName(requirement.habitatType) : undefined],
          [
            'Distinctiveness',
            nutrient ? undefined : distinctiveness && `${DISTINCTIVENESS_LABELS[distinctiveness]} or higher`,
          ],
          ['Module', nutrient || module === 'NA' ? undefined : module],
          ['Part of it would do', nutrient ? undefined : yesNo(requirement.isDivisible)],
          ['Statutory trading rule', requirement.tradingRule ?? undefined],
          [
            'Habitat lost',
            loss
              ? [
                  loss.habitat,
                  loss.condition && `${CONDITION_LABELS[loss.condition].toLowerCase()} condition`,
                  loss.significance && SIGNIFICANCE_LABELS[loss.significance],
                ]
                  .filter(Boolean)
                  .join(', ')
              : undefined,
          ],
          ['Redemption', <DayText key="redemption" day={requirement.redemptionDate} />],
        ]}
      />
      {loss?.metric && <WorkedLine of="By the statutory metric, with its net gain" worked={loss.metric} />}
    </>
  )
}

import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES, isNutrient } from '@credit-market/matching/problem/credit-type'
import type { BroadHabitat, Condition, Distinctiveness } from '@credit-market/habitat-metric/habitat'
import type { Significance } from '@credit-market/habitat-metric/significance'
import {
  type LostHabitat,
  lossCalculation,
  needDifferenceWarning,
} from '@credit-market/habitat-metric/worked-out'
import {
  servableDistinctivenessLevels,
  buyerNeedError,
  distinctivenessError,
  conditionError,
} from '@credit-market/habitat-metric/habitat-rules'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { NUTRIENT_NEED_LABELS, NUTRIENT_NEEDS } from '#domain/project/requirement'
import { toUnits } from '@credit-market/values/units'
import {
  anyHabitatField,
  assessedConditionField,
  broadHabitatField,
  distinctivenessField,
  habitatTypeField,
  isConditionAssessed,
  isConditionOf,
  isHabitatTypeOf,
  strategicSignificanceField,
  HABITAT_TYPE_MISMATCH,
} from '../fields/habitat-fields.ts'
import { action, saveAnswers } from '../kit/action.ts'
import {
  limitToGiven,
  file,
  withHint,
  oneOf,
  optional,
  positiveUnits,
  limitToAvailable,
  yesNo,
} from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE_REQUIREMENT_STATUSES } from './editable.ts'
import { readDemandTypes } from './fill-from-workbook.ts'

interface Asked extends Record<string, unknown> {
  bioBroadHabitat?: BroadHabitat | null
  bioDistinctiveness?: Distinctiveness | null
}

/** The loss in the answers, as columns. */
const lossIn = ({
  lossHabitat = null,
  lossSize,
  lossCondition = null,
  lossSignificance = null,
}: {
  lossHabitat?: string | null
  lossSize?: number | null
  lossCondition?: Condition | null
  lossSignificance?: Significance | null
}): LostHabitat => ({
  lossHabitat,
  lossSize: lossSize ? toUnits(lossSize) : null,
  lossCondition,
  lossSignificance,
})

/** Levels of distinctiveness from which only the same habitat type can serve (market rules 2.5). */
const mustNameType = (level: Distinctiveness | null | undefined): boolean =>
  level === 'High' || level === 'VeryHigh'

/** Accepts workbooks with their macros, unchanged. */
const METRIC_KINDS = ['pdf', 'xlsx', 'xlsm', 'zip']

/** Sets the credits that a development needs: habitat units, or a nutrient's ongoing and additional credits. */
export const setBuyerCredits = action({
  name: 'SetBuyerCredits',
  on: 'requirement',
  title: 'Set credits',
  description: 'The type and number of credits that the development needs, with the calculation.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE_REQUIREMENT_STATUSES,
  when: ({ type }) => type === 'Buyer' || 'Only a buyer needs these credits',
  given: async (read, requirement) => ({
    creditTypes: (await readDemandTypes(read, requirement)).map(id => ({
      id,
      name: CREDIT_TYPE_LABELS[id],
    })),
  }),
  fields: {
    creditType: limitToGiven(
      oneOf(REQUIREMENT_COLUMNS.creditType.label, CREDIT_TYPES, CREDIT_TYPE_LABELS),
      'creditTypes',
    ),
    nutrientType: oneOf('Units needed', NUTRIENT_NEEDS, NUTRIENT_NEED_LABELS),
    nutrientOngoingUnits: positiveUnits('Ongoing units', 'kg a year'),
    nutrientAdditionalUnits: positiveUnits('Additional units', 'kg a year'),
    nutrientAcceptOngoingOnly: {
      ...yesNo('Would only ongoing units be acceptable?'),
      whenEmpty: 'Please indicate if only ongoing units would be acceptable',
    },
    budgetCalculator: file('Budget calculator', 'BudgetCalculator', METRIC_KINDS),
    bioBroadHabitat: broadHabitatField,
    bioDistinctiveness: limitToAvailable(distinctivenessField, (level, { bioBroadHabitat: broad }: Asked) =>
      servableDistinctivenessLevels(broad).some(one => one === level),
    ),
    bioHabitatType: limitToAvailable(
      withHint(optional(habitatTypeField), 'Choose one if the distinctiveness is high or very high.'),
      (type, { bioBroadHabitat: broad, bioDistinctiveness: level }: Asked) =>
        isHabitatTypeOf(broad, type) && distinctivenessError(type, level) === undefined,
    ),
    bioUnits: withHint(positiveUnits('Units'), 'Biodiversity units of the statutory metric.'),
    lossHabitat: withHint(
      optional(anyHabitatField('Habitat lost')),
      'The habitat that the development destroys. We use it to calculate the units, and compare the result with the units that you enter.',
    ),
    lossSize: withHint(
      optional(positiveUnits('Size of the loss')),
      'Area in hectares (ha); length in kilometres (km) for hedgerows and watercourses.',
    ),
    lossCondition: limitToAvailable(
      optional(assessedConditionField('Condition of the habitat lost')),
      (asked, answers: { lossHabitat?: string | null }) => isConditionOf(answers.lossHabitat, asked),
    ),
    lossSignificance: withHint(
      optional(strategicSignificanceField()),
      'How important the location of the loss is in the local nature recovery strategy. Low if you leave this empty.',
    ),
    bioIsDivisible: withHint(
      yesNo('Would you accept only some of the units?'),
      'If yes, you may win part of the units and pay the same part of your bid.',
    ),
    biodiversityMetric: file('Biodiversity metric', 'BiodiversityMetric', METRIC_KINDS),
  },
  show: {
    nutrientType: ({ creditType }) => isNutrient(creditType),
    nutrientOngoingUnits: ({ nutrientType }) => nutrientType === 'ongoing' || nutrientType === 'both',
    nutrientAdditionalUnits: ({ nutrientType }) => nutrientType === 'additional' || nutrientType === 'both',
    nutrientAcceptOngoingOnly: ({ nutrientType }) => nutrientType === 'both',
    budgetCalculator: ({ creditType }) => isNutrient(creditType),
    bioBroadHabitat: ({ creditType }) => creditType === 'Biodiversity',
    bioDistinctiveness: ({ creditType }) => creditType === 'Biodiversity',
    bioHabitatType: ({ creditType }) => creditType === 'Biodiversity',
    bioUnits: ({ creditType }) => creditType === 'Biodiversity',
    lossHabitat: ({ creditType }) => creditType === 'Biodiversity',
    lossSize: ({ lossHabitat }) => Boolean(lossHabitat),
    lossCondition: ({ lossHabitat }) => isConditionAssessed(lossHabitat),
    lossSignificance: ({ lossHabitat }) => Boolean(lossHabitat),
    bioIsDivisible: ({ creditType }) => creditType === 'Biodiversity',
    biodiversityMetric: ({ creditType }) => creditType === 'Biodiversity',
  },
  normalise: answers => {
    const { bioBroadHabitat: broad, bioDistinctiveness: level, bioHabitatType: type } = answers
    return isHabitatTypeOf(broad, type) && distinctivenessError(type, level) === undefined
      ? answers
      : { ...answers, bioHabitatType: null }
  },
  check: ({
    bioBroadHabitat: broad,
    bioDistinctiveness: level,
    bioHabitatType: type,
    lossHabitat,
    lossCondition,
  }) => ({
    bioDistinctiveness: buyerNeedError(broad, level),
    bioHabitatType:
      mustNameType(level) && !type
        ? FIELD_REQUIRED
        : isHabitatTypeOf(broad, type)
          ? distinctivenessError(type, level)
          : HABITAT_TYPE_MISMATCH,
    lossCondition: conditionError(lossHabitat, lossCondition),
  }),
  beside: answers => ({ lossHabitat: lossCalculation(lossIn(answers)) }),
  warn: answers => ({
    bioUnits: needDifferenceWarning(lossIn(answers), toUnits(answers.bioUnits ?? 0)),
  }),
  effect: saveAnswers,
  done: 'The credits have been saved',
})

import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { CREDIT_TYPE_LABELS, CREDIT_TYPES, isNutrient } from '#domain/credit-type'
import type { BroadHabitat, Condition, Distinctiveness } from '#domain/habitat'
import type { Significance } from '#domain/metric/significance'
import { type Lost, lossWorkedOut, unlikeLoss } from '#domain/metric/worked-out'
import { levelsServed, unservedBuyer, wrongBand, wrongCondition } from '#domain/metric/habitat-rules'
import { FIELD_REQUIRED } from '#domain/messages'
import { NUTRIENT_NEED_LABELS, NUTRIENT_NEEDS } from '#domain/requirement'
import { unitsOf } from '#domain/units'
import {
  anyHabitat,
  assessedCondition,
  broadHabitat,
  distinctiveness,
  habitatType,
  isAssessed,
  isConditionOf,
  isHabitatTypeOf,
  significance,
  WRONG_HABITAT_TYPE,
} from '../common/habitat-fields.ts'
import { action, save } from '../kit/action.ts'
import {
  amongGiven,
  file,
  hinted,
  oneOf,
  optional,
  positiveUnits,
  whereAvailable,
  yesNo,
} from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'
import { neededTypes } from './needed-types.ts'

interface Asked extends Record<string, unknown> {
  bioBroadHabitat?: BroadHabitat | null
  bioDistinctiveness?: Distinctiveness | null
}

/** What is said to be lost, as it would be stored. */
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
}): Lost => ({
  lossHabitat,
  lossSize: lossSize ? unitsOf(lossSize) : null,
  lossCondition,
  lossSignificance,
})

/** From these levels on only the same habitat type can serve (market rules 2.5). */
const mustNameType = (level: Distinctiveness | null | undefined): boolean =>
  level === 'High' || level === 'VeryHigh'

/** A workbook is taken as it is, with its macros. */
const METRIC_KINDS = ['pdf', 'xlsx', 'xlsm', 'zip']

/** The credits that a development needs: habitat units, or a nutrient's ongoing and additional credits. */
export const setBuyerCredits = action({
  name: 'SetBuyerCredits',
  on: 'requirement',
  title: 'Set credits',
  description: 'How many credits of which kind the development needs, with the calculation that says so.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  when: ({ type }) => type === 'Buyer' || 'Only a buyer has these credits',
  given: async (read, requirement) => ({
    creditTypes: (await neededTypes(read, requirement)).map(id => ({
      id,
      name: CREDIT_TYPE_LABELS[id],
    })),
  }),
  fields: {
    creditType: amongGiven(
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
    bioBroadHabitat: broadHabitat,
    bioDistinctiveness: whereAvailable(distinctiveness, (level, { bioBroadHabitat: broad }: Asked) =>
      levelsServed(broad).some(one => one === level),
    ),
    bioHabitatType: whereAvailable(
      hinted(optional(habitatType), 'Needed for high and very high distinctiveness.'),
      (type, { bioBroadHabitat: broad, bioDistinctiveness: level }: Asked) =>
        isHabitatTypeOf(broad, type) && wrongBand(type, level) === undefined,
    ),
    bioUnits: hinted(positiveUnits('Units'), 'Biodiversity units of the statutory metric.'),
    lossHabitat: hinted(
      optional(anyHabitat('Habitat lost')),
      'What the development destroys. With it the units are worked out and compared with yours.',
    ),
    lossSize: hinted(
      optional(positiveUnits('Size of the loss')),
      'Area in hectares (ha); length in kilometres (km) for hedgerows and watercourses.',
    ),
    lossCondition: whereAvailable(
      optional(assessedCondition('Condition of the habitat lost')),
      (asked, answers: { lossHabitat?: string | null }) => isConditionOf(answers.lossHabitat, asked),
    ),
    lossSignificance: hinted(
      optional(significance()),
      'How much the place of the loss matters to the local nature recovery strategy. Low where nothing is said.',
    ),
    bioIsDivisible: hinted(
      yesNo('Is part of the units acceptable?'),
      'If yes, a part of the units may be won, for the same part of the bid.',
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
    lossCondition: ({ lossHabitat }) => isAssessed(lossHabitat),
    lossSignificance: ({ lossHabitat }) => Boolean(lossHabitat),
    bioIsDivisible: ({ creditType }) => creditType === 'Biodiversity',
    biodiversityMetric: ({ creditType }) => creditType === 'Biodiversity',
  },
  normalise: answers => {
    const { bioBroadHabitat: broad, bioDistinctiveness: level, bioHabitatType: type } = answers
    return isHabitatTypeOf(broad, type) && wrongBand(type, level) === undefined
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
    bioDistinctiveness: unservedBuyer(broad, level),
    bioHabitatType:
      mustNameType(level) && !type
        ? FIELD_REQUIRED
        : isHabitatTypeOf(broad, type)
          ? wrongBand(type, level)
          : WRONG_HABITAT_TYPE,
    lossCondition: wrongCondition(lossHabitat, lossCondition),
  }),
  beside: answers => ({ lossHabitat: lossWorkedOut(lossIn(answers)) }),
  warn: answers => ({ bioUnits: unlikeLoss(lossIn(answers), unitsOf(answers.bioUnits ?? 0)) }),
  effect: save,
})

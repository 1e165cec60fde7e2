import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import {
  BROAD_HABITATS,
  type BroadHabitat,
  DISTINCTIVENESS,
  type Module,
  moduleOf,
  MODULES,
} from '@credit-market/habitat-metric/habitat'
import { isTraded, investorNeedError } from '@credit-market/habitat-metric/habitat-rules'
import { isOneOf } from '#domain/values/narrow'
import { broadHabitatField, distinctivenessField } from '../fields/habitat-fields.ts'
import { action, saveAnswers } from '../kit/action.ts'
import {
  date,
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
import { checkRedemptionDate, readRedemptionDate, warnRedemptionDate } from './redemption-date.ts'

interface Asked extends Record<string, unknown> {
  module?: Module | null
  broadHabitat?: BroadHabitat | null
}

const NOT_TRADED =
  'No project can supply this: no habitat in this market is measured in this module. Choose Area or Linear'

/** Sets the biodiversity units of an investment. */
export const setInvestorCredits = action({
  name: 'SetInvestorCredits',
  on: 'requirement',
  title: 'Set credits',
  description: 'The number and quality of the biodiversity units that you want to pay for, and by when.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE_REQUIREMENT_STATUSES,
  when: ({ type }) => type === 'Investor' || 'Only an investor needs these credits',
  given: async (_read, requirement) => readRedemptionDate(requirement),
  fields: {
    units: withHint(positiveUnits('Units'), 'Biodiversity units of the statutory metric.'),
    isDivisible: withHint(
      yesNo('Would you accept only some of the units?'),
      'If yes, you may win part of the units and pay the same part of your bid.',
    ),
    module: limitToAvailable(
      oneOf(
        'Module',
        MODULES.filter(module => module !== 'NA'),
      ),
      module => isOneOf(MODULES, module) && isTraded(module),
    ),
    broadHabitat: optional(
      limitToAvailable(broadHabitatField, (broad, { module }: Asked) =>
        isOneOf(BROAD_HABITATS, broad) ? !module || moduleOf(broad) === module : false,
      ),
    ),
    distinctiveness: limitToAvailable(distinctivenessField, (level, { module, broadHabitat: broad }: Asked) =>
      isOneOf(DISTINCTIVENESS, level) ? investorNeedError(module, broad, level) === undefined : false,
    ),
    redemptionDate: date(REQUIREMENT_COLUMNS.redemptionDate.label),
    supportingDocument: optional(file('Supporting document', 'SupportingDocument')),
  },
  check: (answers, given) => {
    const { module, broadHabitat: habitat, distinctiveness: level } = answers
    if (module && !isTraded(module)) return { ...checkRedemptionDate(answers, given), module: NOT_TRADED }
    return {
      ...checkRedemptionDate(answers, given),
      ...(module && habitat && moduleOf(habitat) !== module
        ? { broadHabitat: 'This habitat is not measured in this module' }
        : { distinctiveness: investorNeedError(module, habitat, level) }),
    }
  },
  warn: (answers, _requirement, given) => warnRedemptionDate(answers, given),
  effect: saveAnswers,
  done: 'The credits have been saved',
})

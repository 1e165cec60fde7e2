import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import {
  BROAD_HABITATS,
  type BroadHabitat,
  DISTINCTIVENESS,
  type Module,
  moduleOf,
  MODULES,
} from '#domain/habitat'
import { isTraded, unservedInvestor } from '#domain/metric/habitat-rules'
import { isOneOf } from '#domain/narrow'
import { broadHabitat, distinctiveness } from '../common/habitat-fields.ts'
import { action, save } from '../kit/action.ts'
import { date, file, hinted, oneOf, optional, positiveUnits, whereAvailable, yesNo } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'
import { checkRedemption, redemptionBefore, warnRedemption } from './redemption-date.ts'

interface Asked extends Record<string, unknown> {
  module?: Module | null
  broadHabitat?: BroadHabitat | null
}

const NOT_TRADED =
  'Nothing can serve this: no habitat of this market is measured in this module. Choose Area or Linear'

/** The biodiversity units that an investment asks for. */
export const setInvestorCredits = action({
  name: 'SetInvestorCredits',
  on: 'requirement',
  title: 'Set credits',
  description: 'How many biodiversity units you want to pay for, of what quality, and by when.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  when: ({ type }) => type === 'Investor' || 'Only an investor has these credits',
  given: async (_read, requirement) => redemptionBefore(requirement),
  fields: {
    units: hinted(positiveUnits('Units'), 'Biodiversity units of the statutory metric.'),
    isDivisible: hinted(
      yesNo('Is part of the units acceptable?'),
      'If yes, a part of the units may be won, for the same part of the bid.',
    ),
    module: whereAvailable(
      oneOf(
        'Module',
        MODULES.filter(module => module !== 'NA'),
      ),
      module => isOneOf(MODULES, module) && isTraded(module),
    ),
    broadHabitat: optional(
      whereAvailable(broadHabitat, (broad, { module }: Asked) =>
        isOneOf(BROAD_HABITATS, broad) ? !module || moduleOf(broad) === module : false,
      ),
    ),
    distinctiveness: whereAvailable(distinctiveness, (level, { module, broadHabitat: broad }: Asked) =>
      isOneOf(DISTINCTIVENESS, level) ? unservedInvestor(module, broad, level) === undefined : false,
    ),
    redemptionDate: date(REQUIREMENT_COLUMNS.redemptionDate.label),
    supportingDocument: optional(file('Supporting document', 'SupportingDocument')),
  },
  check: (answers, given) => {
    const { module, broadHabitat: habitat, distinctiveness: level } = answers
    if (module && !isTraded(module)) return { ...checkRedemption(answers, given), module: NOT_TRADED }
    return {
      ...checkRedemption(answers, given),
      ...(module && habitat && moduleOf(habitat) !== module
        ? { broadHabitat: 'Is not measured in this module' }
        : { distinctiveness: unservedInvestor(module, habitat, level) }),
    }
  },
  warn: (answers, _requirement, given) => warnRedemption(answers, given),
  effect: save,
})

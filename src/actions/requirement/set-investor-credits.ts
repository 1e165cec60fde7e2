import { moduleOf, MODULES } from '#domain/habitat'
import { broadHabitat, distinctiveness } from '../common/habitat-fields.ts'
import { action, save } from '../kit/action.ts'
import { date, file, hinted, oneOf, optional, positiveUnits, yesNo } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'
import { checkRedemption, redemptionBefore, warnRedemption } from './redemption-date.ts'

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
    module: oneOf(
      'Module',
      MODULES.filter(module => module !== 'NA'),
    ),
    broadHabitat: optional(broadHabitat),
    distinctiveness,
    redemptionDate: date('Redemption date'),
    supportingDocument: optional(file('Supporting document', 'SupportingDocument')),
  },
  check: (answers, given) => {
    const { module, broadHabitat: habitat } = answers
    return {
      ...checkRedemption(answers, given),
      ...(module && habitat && moduleOf(habitat) !== module
        ? { broadHabitat: 'Is not measured in this module' }
        : {}),
    }
  },
  warn: (answers, _requirement, given) => warnRedemption(answers, given),
  effect: save,
})

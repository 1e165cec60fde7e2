import { moduleOf, MODULES } from '#domain/habitat'
import { broadHabitat, distinctiveness } from '../common/habitat-fields.ts'
import { action, save } from '../kit/action.ts'
import { date, file, oneOf, optional, positiveUnits, yesNo } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'
import { warnPastRedemption } from './warn-past-redemption.ts'

/** The biodiversity units that an investment asks for. */
export const setInvestorCredits = action({
  name: 'SetInvestorCredits',
  on: 'requirement',
  title: 'Set credits',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  when: ({ type }) => type === 'Investor' || 'Only an investor has these credits',
  fields: {
    units: positiveUnits('Units'),
    isDivisible: yesNo('Is part of the units acceptable?'),
    module: oneOf(
      'Module',
      MODULES.filter(module => module !== 'NA'),
    ),
    broadHabitat: optional(broadHabitat),
    distinctiveness,
    redemptionDate: date('Redemption date'),
    supportingDocument: optional(file('Supporting document', 'SupportingDocument')),
  },
  check: ({ module, broadHabitat: habitat }) =>
    module && habitat && moduleOf(habitat) !== module
      ? { broadHabitat: 'Is not measured in this module' }
      : {},
  warn: warnPastRedemption,
  effect: save,
})

import { action } from '../kit/action.ts'
import { file } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Files the agreement under which the operator supplies the credits. */
export const setCreditSupplyAgreement = action({
  name: 'SetCreditSupplyAgreement',
  on: 'requirement',
  title: 'Set credit supply agreement',
  who: [operator],
  from: ['RightsCreated', 'RightsAllocated'],
  fields: { file: file('Credit supply agreement', 'CreditSupplyAgreement') },
})

import { action } from '../kit/action.ts'
import { file } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Files the agreement under which the supplier delivers the project. */
export const setNatureBasedAgreement = action({
  name: 'SetNatureBasedAgreement',
  on: 'project',
  title: 'Set nature-based agreement',
  who: [operator],
  from: ['Matched', 'Contracted'],
  during: ['Settled'],
  fields: { natureBasedAgreement: file('Nature-based project agreement', 'NatureBasedAgreement') },
})

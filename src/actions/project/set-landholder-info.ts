import { UNTIL_SETTLED } from '#domain/round'
import { action } from '../kit/action.ts'
import { file } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'

/** The evidence of who holds the land. */
export const landholderInfo = file('Landholder information', 'LandholderInfo', ['pdf', 'xlsx', 'zip'])

/** Files the evidence of who holds the land. */
export const setLandholderInfo = action({
  name: 'SetLandholderInfo',
  on: 'project',
  title: 'Set landholder information',
  description:
    'Who owns the land and who else has a say in it. The market operator checks from this that the project may be carried out there. Fill in the template and save it as PDF, or file papers of your own that say the same.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  during: UNTIL_SETTLED,
  fields: { landholderInfo },
})

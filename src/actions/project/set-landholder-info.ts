import { UNSETTLED_ROUND_STATUSES } from '#domain/round/round'
import { action } from '../kit/action.ts'
import { file } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE_PROJECT_STATUSES } from './editable.ts'

/** Evidence of the landholder's right. */
export const landholderInfoField = file('Landholder information', 'LandholderInfo', ['pdf', 'xlsx', 'zip'])

/** Files the evidence of the landholder's right. */
export const setLandholderInfo = action({
  name: 'SetLandholderInfo',
  on: 'project',
  title: 'Set landholder information',
  description:
    'Who owns the land and who else has rights over it. The market operator uses this to check that the project can go ahead there. Fill in the template and save it as a PDF, or file your own documents with the same information.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE_PROJECT_STATUSES,
  during: UNSETTLED_ROUND_STATUSES,
  fields: { landholderInfo: landholderInfoField },
  done: 'The landholder information has been saved',
})

import { areasOf, roundOf } from '../common/areas.ts'
import { action, save } from '../kit/action.ts'
import { oneOfGiven } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'

/** Where an investor wants nature to recover. */
export const setInvestorLocation = action({
  name: 'SetInvestorLocation',
  on: 'requirement',
  title: 'Set location',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  when: ({ type }) => type === 'Investor' || 'Only an investor chooses a location',
  given: async (read, requirement) => areasOf(read, await roundOf(read, requirement)),
  fields: {
    lpaId: oneOfGiven('Local planning authority', 'lpas'),
    ncaId: oneOfGiven('National character area', 'ncas'),
  },
  effect: save,
})

import { areaColumns } from '#contract/columns/place'
import { areasOf, roundOf } from '../common/areas.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { oneOfGiven } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'

/** Where an investor wants nature to recover. */
export const setInvestorLocation = action({
  name: 'SetInvestorLocation',
  on: 'requirement',
  title: 'Set location',
  description: 'Where nature is to recover. The place decides which projects can meet the need.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  when: ({ type }) => type === 'Investor' || 'Only an investor chooses a location',
  given: async (read, requirement) => areasOf(read, await roundOf(read, requirement)),
  fields: {
    lpa: oneOfGiven(areaColumns.lpa.label, 'lpas'),
    nca: oneOfGiven(areaColumns.nca.label, 'ncas'),
  },
  initial: ({ lpaId, ncaId }) => ({ lpa: lpaId, nca: ncaId }),
  effect: ({ subject, values: { lpa, nca } }) => [update('requirement', subject, { lpaId: lpa, ncaId: nca })],
})

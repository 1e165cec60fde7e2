import { areaColumns } from '#contract/columns/place'
import { CHARACTER_AREA_NOTE, readAreaChoices, readRoundOfItem } from '../fields/areas.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { oneOfGiven } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE_REQUIREMENT_STATUSES } from './editable.ts'

/** Sets the place in which an investor wants nature to recover. */
export const setInvestorLocation = action({
  name: 'SetInvestorLocation',
  on: 'requirement',
  title: 'Set location',
  description: 'Where you want nature to recover. The location decides which projects can meet the need.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE_REQUIREMENT_STATUSES,
  when: ({ type }) => type === 'Investor' || 'Only an investor chooses a location',
  given: async (read, requirement) => readAreaChoices(read, await readRoundOfItem(read, requirement)),
  fields: {
    lpa: oneOfGiven(areaColumns.lpa.label, 'lpas'),
    nca: { ...oneOfGiven(areaColumns.nca.label, 'ncas'), note: CHARACTER_AREA_NOTE },
  },
  initial: ({ lpaId, ncaId }) => ({ lpa: lpaId, nca: ncaId }),
  effect: ({ subject, values: { lpa, nca } }) => [update('requirement', subject, { lpaId: lpa, ncaId: nca })],
  done: 'The location has been saved',
})

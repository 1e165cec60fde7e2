import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { isNutrient } from '@credit-market/matching/problem/credit-type'
import { CHARACTER_AREA_NOTE, readAreaChoices, readRoundOfItem } from '../fields/areas.ts'
import {
  suggestAreas,
  initialCoordinates,
  locationColumns,
  precisionField,
  locationFields,
  readLocationFacts,
  readCoarsestPrecision,
  checkLocation,
  warnPrecision,
} from '../fields/place-fields.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { date, oneOfGiven, optional, text } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE_REQUIREMENT_STATUSES } from './editable.ts'
import { checkRedemptionDate, readRedemptionDate, warnRedemptionDate } from './redemption-date.ts'

/** Sets the development that needs the credits: its place, and the date of its planning condition. */
export const setBuyerDevelopment = action({
  name: 'SetBuyerDevelopment',
  on: 'requirement',
  title: 'Set development',
  description:
    'Where the development is, and by when its planning condition must be met. The location decides which projects can meet the need.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE_REQUIREMENT_STATUSES,
  when: ({ type, creditType }) =>
    type !== 'Buyer' ? 'Only a buyer has a development' : creditType !== null || 'Set the credits first',
  given: async (read, requirement) => {
    const round = await readRoundOfItem(read, requirement)
    return {
      creditType: requirement.creditType,
      ...readRedemptionDate(requirement),
      ...(await readAreaChoices(read, round)),
      ...(await readCoarsestPrecision(read, round)),
    }
  },
  fields: {
    nearAddress: text(REQUIREMENT_COLUMNS.nearAddress.label),
    ...locationFields,
    placePrecision: precisionField,
    threeWords: optional(text(REQUIREMENT_COLUMNS.threeWords.label)),
    planningRef: text(REQUIREMENT_COLUMNS.planningRef.label),
    lpaId: oneOfGiven(REQUIREMENT_COLUMNS.lpa.label, 'lpas'),
    ncaId: { ...oneOfGiven(REQUIREMENT_COLUMNS.nca.label, 'ncas'), note: CHARACTER_AREA_NOTE },
    subcatchmentId: oneOfGiven(REQUIREMENT_COLUMNS.subcatchment.label, 'subcatchments'),
    redemptionDate: date(REQUIREMENT_COLUMNS.redemptionDate.label),
  },
  initial: requirement => ({ coordinates: initialCoordinates(requirement) }),
  show: {
    ncaId: (_answers, { creditType }) => creditType === 'Biodiversity',
    subcatchmentId: (_answers, { creditType }) => isNutrient(creditType),
  },
  check: (answers, given) => checkRedemptionDate(answers, given),
  warn: (answers, _requirement, given) => ({
    ...warnRedemptionDate(answers, given),
    ...warnPrecision(answers, given),
  }),
  beside: answers => suggestAreas(answers, { lpa: 'lpaId', nca: 'ncaId', subcatchment: 'subcatchmentId' }),
  reads: (read, requirement, values) =>
    readLocationFacts(read, { requirementId: requirement.id }, requirement, values),
  refuse: ({ reads }) => checkLocation(reads),
  effect: ({ subject, values, reads }) => {
    const { coordinates: _, ...columns } = values
    return [update('requirement', subject, { ...columns, ...locationColumns(subject, values, reads.found) })]
  },
  done: 'The development has been saved',
})

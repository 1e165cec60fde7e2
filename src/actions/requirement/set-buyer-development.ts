import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { isNutrient } from '#domain/credit-type'
import { areasOf, roundOf } from '../common/areas.ts'
import {
  besidePoint,
  firstCoordinates,
  placeColumns,
  precisionAsked,
  pointFields,
  placeRead,
  leastPrecisionIn,
  refusePlace,
  warnPrecision,
} from '../common/place-fields.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { date, oneOfGiven, optional, text } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'
import { checkRedemption, redemptionBefore, warnRedemption } from './redemption-date.ts'

/** The development that needs the credits: where it is, and when its planning condition falls due. */
export const setBuyerDevelopment = action({
  name: 'SetBuyerDevelopment',
  on: 'requirement',
  title: 'Set development',
  description:
    'Where the development is, and by when its planning condition must be met. The place decides which projects can meet the need.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  when: ({ type, creditType }) =>
    type !== 'Buyer' ? 'Only a buyer has a development' : creditType !== null || 'Set the credits first',
  given: async (read, requirement) => {
    const round = await roundOf(read, requirement)
    return {
      creditType: requirement.creditType,
      ...redemptionBefore(requirement),
      ...(await areasOf(read, round)),
      ...(await leastPrecisionIn(read, round)),
    }
  },
  fields: {
    nearAddress: text(REQUIREMENT_COLUMNS.nearAddress.label),
    ...pointFields,
    placePrecision: precisionAsked,
    threeWords: optional(text(REQUIREMENT_COLUMNS.threeWords.label)),
    planningRef: text(REQUIREMENT_COLUMNS.planningRef.label),
    lpaId: oneOfGiven(REQUIREMENT_COLUMNS.lpa.label, 'lpas'),
    ncaId: oneOfGiven(REQUIREMENT_COLUMNS.nca.label, 'ncas'),
    subcatchmentId: oneOfGiven(REQUIREMENT_COLUMNS.subcatchment.label, 'subcatchments'),
    redemptionDate: date(REQUIREMENT_COLUMNS.redemptionDate.label),
  },
  initial: requirement => ({ coordinates: firstCoordinates(requirement) }),
  show: {
    ncaId: (_answers, { creditType }) => creditType === 'Biodiversity',
    subcatchmentId: (_answers, { creditType }) => isNutrient(creditType),
  },
  check: (answers, given) => checkRedemption(answers, given),
  warn: (answers, _requirement, given) => ({
    ...warnRedemption(answers, given),
    ...warnPrecision(answers, given),
  }),
  beside: answers => besidePoint(answers, { lpa: 'lpaId', nca: 'ncaId', subcatchment: 'subcatchmentId' }),
  reads: (read, requirement, values) =>
    placeRead(read, { requirementId: requirement.id }, requirement, values),
  refuse: ({ reads }) => refusePlace(reads),
  effect: ({ subject, values, reads }) => {
    const { coordinates: _, ...columns } = values
    return [update('requirement', subject, { ...columns, ...placeColumns(subject, values, reads.found) })]
  },
})

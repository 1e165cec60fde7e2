import type { ActionName } from '#actions/index'
import { demonstrationCorners } from './outlines.ts'
import { OPERATOR, userFor } from './people.ts'
import { groupSteps } from './projects.ts'
import { declared, diaryOf } from './rounds.ts'
import {
  cell,
  cellOrNull,
  numberOf,
  offsetOf,
  rowsOf,
  type Calendar,
  type Cells,
  type Step,
  type StepDetails,
} from './step.ts'

const STAGES: Record<string, number> = { Draft: 0, Provisional: 1, Registered: 2 }

const stageOf = (status: string): number => STAGES[status] ?? 3

/** Everything that buyers, investors, their agents and the operator did with the credit requirements. */
export const requirementSteps = (calendar: Calendar): Step[] => {
  const rounds = rowsOf('demo_rounds')
  const corners = demonstrationCorners()
  return [
    ...rounds.flatMap(round =>
      rowsOf('demo_requirements')
        .filter(row => row.roundId === round.roundId)
        .flatMap((row, index) =>
          stepsOf(calendar, round, row, index, corners.get(cell(row, 'requirementId'))),
        ),
    ),
    ...groupSteps(calendar, 'CreditRequirement'),
  ]
}

const stepsOf = (
  calendar: Calendar,
  round: Cells,
  row: Cells,
  index: number,
  corners: string[] | undefined,
): Step[] => {
  const id = cell(row, 'requirementId')
  const roundId = cell(row, 'roundId')
  const from = offsetOf(round, 'requirementsStart')
  const stage = stageOf(cell(row, 'status'))
  const actsFor = cell(row, 'agentId') || cell(row, 'buyerId')
  const as = cell(row, 'agentId') ? 'agent' : 'participant'
  const step = (
    by: string,
    offset: number,
    minute: number,
    action: ActionName<'requirement'>,
    more: StepDetails = {},
  ): Step => ({
    at: calendar.at(offset, 5 + index * 8 + minute),
    by,
    kind: 'requirement',
    subjectId: id,
    action,
    values: {},
    ...more,
  })
  const theirs = (offset: number, minute: number, action: ActionName<'requirement'>, more?: StepDetails) =>
    step(userFor(actsFor), from + offset, minute, action, more)
  const redemptionDate = calendar.day(offsetOf(row, 'redemptionOffsetDays'))
  const isInvestor = row.type === 'Investor'
  return [
    {
      at: calendar.at(from + 2, 5 + index * 8),
      by: userFor(actsFor),
      kind: 'requirements',
      subjectId: 'requirements',
      action: 'CreateCreditRequirement',
      ids: [id],
      values: {
        buyerId: cell(row, 'buyerId'),
        marketRoundId: roundId,
        name: cell(row, 'name'),
        type: cell(row, 'type'),
      },
    },
    ...(isInvestor
      ? [
          theirs(2, 1, 'SetInvestorCredits', investorCredits(row, redemptionDate)),
          theirs(2, 2, 'SetInvestorLocation', {
            values: { nca: cellOrNull(row, 'ncaId'), lpa: cellOrNull(row, 'lpaId') },
          }),
        ]
      : [
          theirs(2, 1, 'SetBuyerCredits', buyerCredits(row)),
          theirs(2, 2, 'SetBuyerDevelopment', { values: development(row, redemptionDate) }),
          ...(corners ? [theirs(2, 3, 'SetBoundary', { values: { how: 'Corners', corners } })] : []),
        ]),
    ...(stage < 1
      ? []
      : [
          theirs(3, 0, 'Register', {
            values: { declarations: declared(roundId, 'MarketRoundCreditRequirement_Register', as) },
          }),
        ]),
    ...(stage < 2
      ? []
      : [step(OPERATOR, from + 9, 0, 'CompleteRegistration', { values: { confirmed: true } })]),
    ...(stage < 3 || !row.bid
      ? []
      : [
          step(userFor(actsFor), diaryOf(round).bidding + 4, 0, 'SetBid', {
            values: {
              bid: numberOf(row, 'bid'),
              confirmsAmount: true,
              ...(row.nutrientType === 'both' && {
                acceptOngoingOnly: Boolean(row.bidOngoingOnly),
                bidOngoingOnly: numberOf(row, 'bidOngoingOnly'),
              }),
              declarations: declared(roundId, 'MarketRoundCreditRequirement_Bid', as),
            },
          }),
        ]),
  ]
}

const buyerCredits = (row: Cells): StepDetails => {
  const creditType = cell(row, 'creditType')
  if (creditType === 'Biodiversity')
    return {
      documents: ['biodiversityMetric'],
      values: {
        creditType,
        bioBroadHabitat: cell(row, 'broadHabitat'),
        bioHabitatType: cellOrNull(row, 'habitatType'),
        bioDistinctiveness: cell(row, 'distinctiveness'),
        bioUnits: numberOf(row, 'units'),
        bioIsDivisible: row.isDivisible === 'true',
      },
    }
  return {
    documents: ['budgetCalculator'],
    values: {
      creditType,
      nutrientType: cell(row, 'nutrientType'),
      nutrientOngoingUnits: numberOf(row, 'nutrientOngoingUnits'),
      nutrientAdditionalUnits: numberOf(row, 'nutrientAdditionalUnits'),
      nutrientAcceptOngoingOnly: row.nutrientAcceptOngoingOnly === 'true',
    },
  }
}

const investorCredits = (row: Cells, redemptionDate: string): StepDetails => ({
  documents: ['supportingDocument'],
  values: {
    units: numberOf(row, 'units'),
    redemptionDate,
    isDivisible: row.isDivisible === 'true',
    module: cell(row, 'module'),
    distinctiveness: cell(row, 'distinctiveness'),
    broadHabitat: cellOrNull(row, 'broadHabitat'),
  },
})

const development = (row: Cells, redemptionDate: string): Step['values'] => ({
  nearAddress: cell(row, 'nearAddress'),
  gridReference: cellOrNull(row, 'gridReference'),
  placePrecision: 'square',
  planningRef: cellOrNull(row, 'planningRef'),
  lpaId: cellOrNull(row, 'lpaId'),
  ...(row.creditType === 'Biodiversity'
    ? { ncaId: cellOrNull(row, 'ncaId') }
    : { subcatchmentId: cellOrNull(row, 'subcatchmentId') }),
  redemptionDate,
})

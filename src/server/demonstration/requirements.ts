import type { ActionName } from '#actions/index'
import { demonstrationOutlines } from './outlines.ts'
import { DEMONSTRATION_OPERATOR_USERNAME, usernameOfOrganisation } from './people.ts'
import { demonstrationGroupSteps } from './groups.ts'
import { answerRoundDeclarations, roundSchedule } from './rounds.ts'
import {
  cellText,
  cellOrNull,
  cellNumber,
  dayOffsetInCell,
  readCsvRows,
  type DemonstrationCalendar,
  type CsvRow,
  type DemonstrationStep,
  type DemonstrationStepDetails,
} from './step.ts'

const STAGES: Record<string, number> = { Draft: 0, Provisional: 1, Registered: 2 }

const stageOf = (status: string): number => STAGES[status] ?? 3

/** All steps of buyers, investors, their agents and the operator for the credit requirements. */
export const demonstrationRequirementSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] => {
  const rounds = readCsvRows('demo_rounds')
  const corners = demonstrationOutlines()
  return [
    ...rounds.flatMap(round =>
      readCsvRows('demo_requirements')
        .filter(row => row.roundId === round.roundId)
        .flatMap((row, index) =>
          stepsOf(calendar, round, row, index, corners.get(cellText(row, 'requirementId'))),
        ),
    ),
    ...demonstrationGroupSteps(calendar, 'CreditRequirement'),
  ]
}

const stepsOf = (
  calendar: DemonstrationCalendar,
  round: CsvRow,
  row: CsvRow,
  index: number,
  corners: string[] | undefined,
): DemonstrationStep[] => {
  const id = cellText(row, 'requirementId')
  const roundId = cellText(row, 'roundId')
  const from = dayOffsetInCell(round, 'requirementsStart')
  const stage = stageOf(cellText(row, 'status'))
  const actsFor = cellText(row, 'agentId') || cellText(row, 'buyerId')
  const as = cellText(row, 'agentId') ? 'agent' : 'participant'
  const step = (
    by: string,
    offset: number,
    minute: number,
    action: ActionName<'requirement'>,
    more: DemonstrationStepDetails = {},
  ): DemonstrationStep => ({
    at: calendar.at(offset, 5 + index * 8 + minute),
    by,
    kind: 'requirement',
    subjectId: id,
    action,
    values: {},
    ...more,
  })
  const theirs = (
    offset: number,
    minute: number,
    action: ActionName<'requirement'>,
    more?: DemonstrationStepDetails,
  ) => step(usernameOfOrganisation(actsFor), from + offset, minute, action, more)
  const redemptionDate = calendar.day(dayOffsetInCell(row, 'redemptionOffsetDays'))
  const isInvestor = row.type === 'Investor'
  return [
    {
      at: calendar.at(from + 2, 5 + index * 8),
      by: usernameOfOrganisation(actsFor),
      kind: 'requirements',
      subjectId: 'requirements',
      action: 'CreateCreditRequirement',
      ids: [id],
      values: {
        buyerId: cellText(row, 'buyerId'),
        marketRoundId: roundId,
        name: cellText(row, 'name'),
        type: cellText(row, 'type'),
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
            values: {
              declarations: answerRoundDeclarations(roundId, 'MarketRoundCreditRequirement_Register', as),
            },
          }),
        ]),
    ...(stage < 2
      ? []
      : [
          step(DEMONSTRATION_OPERATOR_USERNAME, from + 9, 0, 'CompleteRegistration', {
            values: { confirmed: true },
          }),
        ]),
    ...(stage < 3 || !row.bid
      ? []
      : [
          step(usernameOfOrganisation(actsFor), roundSchedule(round).bidding + 4, 0, 'SetBid', {
            values: {
              bid: cellNumber(row, 'bid'),
              confirmsAmount: true,
              ...(row.nutrientType === 'both' && {
                acceptOngoingOnly: Boolean(row.bidOngoingOnly),
                bidOngoingOnly: cellNumber(row, 'bidOngoingOnly'),
              }),
              declarations: answerRoundDeclarations(roundId, 'MarketRoundCreditRequirement_Bid', as),
            },
          }),
        ]),
  ]
}

const buyerCredits = (row: CsvRow): DemonstrationStepDetails => {
  const creditType = cellText(row, 'creditType')
  if (creditType === 'Biodiversity')
    return {
      documents: ['biodiversityMetric'],
      values: {
        creditType,
        bioBroadHabitat: cellText(row, 'broadHabitat'),
        bioHabitatType: cellOrNull(row, 'habitatType'),
        bioDistinctiveness: cellText(row, 'distinctiveness'),
        bioUnits: cellNumber(row, 'units'),
        bioIsDivisible: row.isDivisible === 'true',
      },
    }
  return {
    documents: ['budgetCalculator'],
    values: {
      creditType,
      nutrientType: cellText(row, 'nutrientType'),
      nutrientOngoingUnits: cellNumber(row, 'nutrientOngoingUnits'),
      nutrientAdditionalUnits: cellNumber(row, 'nutrientAdditionalUnits'),
      nutrientAcceptOngoingOnly: row.nutrientAcceptOngoingOnly === 'true',
    },
  }
}

const investorCredits = (row: CsvRow, redemptionDate: string): DemonstrationStepDetails => ({
  documents: ['supportingDocument'],
  values: {
    units: cellNumber(row, 'units'),
    redemptionDate,
    isDivisible: row.isDivisible === 'true',
    module: cellText(row, 'module'),
    distinctiveness: cellText(row, 'distinctiveness'),
    broadHabitat: cellOrNull(row, 'broadHabitat'),
  },
})

const development = (row: CsvRow, redemptionDate: string): DemonstrationStep['values'] => ({
  nearAddress: cellText(row, 'nearAddress'),
  gridReference: cellOrNull(row, 'gridReference'),
  placePrecision: 'square',
  planningRef: cellOrNull(row, 'planningRef'),
  lpaId: cellOrNull(row, 'lpaId'),
  ...(row.creditType === 'Biodiversity'
    ? { ncaId: cellOrNull(row, 'ncaId') }
    : { subcatchmentId: cellOrNull(row, 'subcatchmentId') }),
  redemptionDate,
})

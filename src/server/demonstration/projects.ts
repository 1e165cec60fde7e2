import { isKeyOf } from '#domain/values/narrow'
import type { ActionName } from '#actions/index'
import { demonstrationOutlines } from './outlines.ts'
import { DEMONSTRATION_OPERATOR_USERNAME, usernameOfOrganisation } from './people.ts'
import { demonstrationGroupSteps } from './groups.ts'
import { answerRoundDeclarations, roundSchedule } from './rounds.ts'
import {
  cellText,
  cellOrNull,
  cellList,
  cellNumber,
  dayOffsetInCell,
  readCsvRows,
  type DemonstrationCalendar,
  type CsvRow,
  type DemonstrationStep,
  type DemonstrationStepDetails,
} from './step.ts'

/** Number of stages that a project with this status has completed in its round. */
const STAGES = {
  Draft: 0,
  Provisional: 1,
  Registered: 2,
  FailedScreening: 3,
  PendingScreening: 3,
  NotCertified: 4,
  FailedRound: 5,
  PendingRound: 5,
  Offered: 6,
} as const

const stageOf = (status: string): number => (isKeyOf(STAGES, status) ? STAGES[status] : STAGES.Offered)

/** All steps of suppliers, their agents and the operator for the projects. */
export const demonstrationProjectSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] => {
  const rounds = readCsvRows('demo_rounds')
  const corners = demonstrationOutlines()
  return [
    ...rounds.flatMap(round =>
      readCsvRows('demo_projects')
        .filter(row => row.roundId === round.roundId)
        .flatMap((row, index) =>
          stepsOf(calendar, round, row, index, corners.get(cellText(row, 'projectId'))),
        ),
    ),
    ...demonstrationGroupSteps(calendar, 'Project'),
  ]
}

const stepsOf = (
  calendar: DemonstrationCalendar,
  round: CsvRow,
  row: CsvRow,
  index: number,
  corners: string[] | undefined,
): DemonstrationStep[] => {
  const id = cellText(row, 'projectId')
  const from = dayOffsetInCell(round, 'projectsStart')
  const stage = stageOf(cellText(row, 'status'))
  const actsFor = cellText(row, 'agentId') || cellText(row, 'supplierId')
  const as = cellText(row, 'agentId') ? 'agent' : 'participant'
  const step = (
    by: string,
    offset: number,
    minute: number,
    action: ActionName<'project'>,
    more: DemonstrationStepDetails = {},
  ): DemonstrationStep => ({
    at: calendar.at(offset, index * 8 + minute),
    by,
    kind: 'project',
    subjectId: id,
    action,
    values: {},
    ...more,
  })
  const theirs = (
    offset: number,
    minute: number,
    action: ActionName<'project'>,
    more?: DemonstrationStepDetails,
  ) => step(usernameOfOrganisation(actsFor), from + offset, minute, action, more)
  const operators = (
    offset: number,
    minute: number,
    action: ActionName<'project'>,
    more?: DemonstrationStepDetails,
  ) => step(DEMONSTRATION_OPERATOR_USERNAME, from + offset, minute, action, more)
  const services = readCsvRows('demo_services').filter(service => service.projectId === id)
  const isFixedTerm = row.isFixedTerm === 'true'
  const details = {
    name: cellText(row, 'name'),
    isFixedTerm,
    ...(isFixedTerm && { mitigationDurations: cellList(row, 'mitigationDurations') }),
  }
  const category = (name: string) => answerRoundDeclarations(cellText(row, 'roundId'), name, as)
  const diary = roundSchedule(round)

  return [
    {
      at: calendar.at(from + 1, index * 8),
      by: usernameOfOrganisation(actsFor),
      kind: 'projects',
      subjectId: 'projects',
      action: 'CreateProject',
      ids: [id],
      values: {
        ...details,
        supplierId: cellText(row, 'supplierId'),
        marketRoundId: cellText(row, 'roundId'),
      },
    },
    theirs(1, 1, 'Update', {
      values: {
        ...details,
        typeId: cellText(row, 'projectTypeId'),
        start: calendar.day(dayOffsetInCell(row, 'startOffsetDays')),
      },
    }),
    theirs(1, 2, 'SetLocation', {
      values: {
        creditTypes: [...new Set(services.map(service => cellText(service, 'serviceType')))],
        nca: cellOrNull(row, 'ncaId'),
        subcatchment: cellOrNull(row, 'subcatchmentId'),
        lpa: cellOrNull(row, 'lpaId'),
        nearAddress: cellOrNull(row, 'nearAddress'),
        gridReference: cellOrNull(row, 'gridReference'),
        placePrecision: index % 6 === 0 ? 'exact' : 'square',
      },
    }),
    theirs(1, 3, 'SetBoundary', { values: { how: 'Corners', corners } }),
    ...(stage < STAGES.Provisional
      ? []
      : [
          theirs(2, 0, 'SetLandholderInfo', { documents: ['landholderInfo'] }),
          theirs(2, 1, 'Register', { values: { declarations: category('MarketRoundProject_Register') } }),
        ]),
    ...(stage < STAGES.Registered
      ? []
      : [operators(6, 0, 'CompleteRegistration', { values: { confirmed: true } })]),
    ...(stage < STAGES.FailedScreening
      ? []
      : [operators(8, 0, 'AddScreeningOutcome', { values: screeningOf(row) })]),
    ...(stage < STAGES.NotCertified
      ? []
      : services.flatMap((service, nth) => serviceSteps(calendar, service, operators, nth))),
    ...(stage < STAGES.NotCertified
      ? []
      : [operators(14, 0, 'SetCertificationDecision', decisionOf(calendar, from, row, services))]),
    ...(stage < STAGES.FailedRound
      ? []
      : [operators(17, 0, 'SetPreMarketReviewOutcome', { values: reviewOf(row) })]),
    ...(stage < STAGES.Offered
      ? []
      : [
          operators(18, 0, 'SetCosts', {
            values: Object.fromEntries(
              ['maintenance', 'marketOperator', 'complianceMonitoring', 'performanceMonitoring'].map(name => [
                name,
                cellNumber(row, name),
              ]),
            ),
          }),
          step(usernameOfOrganisation(actsFor), diary.bidding + 3, 0, 'SetOffer', {
            values: {
              offer: cellNumber(row, 'offer'),
              confirmsAmount: true,
              declarations: category('MarketRoundProject_Offer'),
            },
          }),
        ]),
  ]
}

const screeningOf = (row: CsvRow): DemonstrationStep['values'] => {
  const outcome = { FailedScreening: 'Fail', PendingScreening: 'Pending' }[cellText(row, 'status')] ?? 'Pass'
  const comment = readCsvRows('demo_screening').find(one => one.projectId === row.projectId)?.comment
  return outcome === 'Pass' ? { outcome } : { outcome, comment }
}

const reviewOf = (row: CsvRow): DemonstrationStep['values'] => {
  if (row.status === 'FailedRound')
    return { outcome: 'Fail', reason: 'The planning authority does not accept the method' }
  if (row.status === 'PendingRound')
    return { outcome: 'Pending', reason: 'Waiting for the advice of Natural England' }
  return { outcome: 'Pass' }
}

type Operators = (
  offset: number,
  minute: number,
  action: ActionName<'project'>,
  more?: DemonstrationStepDetails,
) => DemonstrationStep

const serviceSteps = (
  calendar: DemonstrationCalendar,
  service: CsvRow,
  operators: Operators,
  nth: number,
): DemonstrationStep[] => {
  const ids = [cellText(service, 'serviceId')]
  const mitigationBegins = calendar.day(dayOffsetInCell(service, 'mitigationBeginsOffsetDays'))
  if (service.serviceType !== 'Biodiversity')
    return [
      operators(10, nth, 'AddNutrientService', {
        ids,
        values: {
          service: cellText(service, 'serviceType'),
          mitigationBegins,
          mitigationDuration: cellText(service, 'duration'),
          area: cellNumber(service, 'size'),
          units: cellNumber(service, 'netUnits'),
        },
      }),
    ]
  return [
    operators(10, nth, 'AddBiodiversityService', {
      ids,
      values: {
        broadHabitat: cellText(service, 'broadHabitat'),
        habitatType: cellText(service, 'habitatType'),
        distinctiveness: cellText(service, 'distinctiveness'),
        condition: cellText(service, 'condition'),
        size: cellNumber(service, 'size'),
        mitigationBegins,
        strategicSignificance: cellOrNull(service, 'strategicSignificance'),
      },
    }),
    operators(11, nth, 'SetBiodiversitySupply', {
      values: {
        serviceId: cellText(service, 'serviceId'),
        baselineUnitsLost: cellNumber(service, 'baselineUnitsLost'),
        yearsToTargetCondition: cellNumber(service, 'yearsToTargetCondition'),
        gainsPerYear: cellList(service, 'gainsPerYear').map(entry => {
          const [year = '', gain] = entry.split(':')
          return { id: year, gain: Number(gain) }
        }),
      },
    }),
  ]
}

const decisionOf = (
  calendar: DemonstrationCalendar,
  from: number,
  row: CsvRow,
  services: CsvRow[],
): DemonstrationStepDetails => {
  const isCertified = row.status !== 'NotCertified'
  return {
    documents: ['statement'],
    values: {
      assessedByName: 'Ines Plover',
      assessedByOrg: 'Plover Field Surveys (demonstration)',
      assessedByPosition: 'Ecologist',
      assessedByDate: calendar.day(from + 12),
      reviewedByName: 'Odo Teal',
      reviewedByOrg: 'Teal Water Laboratory (demonstration)',
      reviewedByPosition: 'Chief scientist',
      reviewedByDate: calendar.day(from + 13),
      serviceCertifications: services.map(service => ({
        id: cellText(service, 'serviceId'),
        standardId: isCertified ? cellText(service, 'standardId') : 'NA',
        decision: isCertified ? 'Yes' : 'NoStandardCannotBeApplied',
      })),
    },
  }
}

import { isKeyOf } from '#domain/narrow'
import type { ActionName } from '#actions/index'
import { demonstrationCorners } from './outlines.ts'
import { OPERATOR, userFor } from './people.ts'
import { declared, diaryOf, roundOf } from './rounds.ts'
import {
  cell,
  cellOrNull,
  listOf,
  numberOf,
  offsetOf,
  rowsOf,
  type Calendar,
  type Cells,
  type Step,
  type StepDetails,
} from './step.ts'

/** How far a project has come in its round: the stages behind it, in order. */
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

/** Everything that suppliers, their agents and the operator did with the projects. */
export const projectSteps = (calendar: Calendar): Step[] => {
  const rounds = rowsOf('demo_rounds')
  const corners = demonstrationCorners()
  return [
    ...rounds.flatMap(round =>
      rowsOf('demo_projects')
        .filter(row => row.roundId === round.roundId)
        .flatMap((row, index) => stepsOf(calendar, round, row, index, corners.get(cell(row, 'projectId')))),
    ),
    ...groupSteps(calendar, 'Project'),
  ]
}

const stepsOf = (
  calendar: Calendar,
  round: Cells,
  row: Cells,
  index: number,
  corners: string[] | undefined,
): Step[] => {
  const id = cell(row, 'projectId')
  const from = offsetOf(round, 'projectsStart')
  const stage = stageOf(cell(row, 'status'))
  const actsFor = cell(row, 'agentId') || cell(row, 'supplierId')
  const as = cell(row, 'agentId') ? 'agent' : 'participant'
  const step = (
    by: string,
    offset: number,
    minute: number,
    action: ActionName<'project'>,
    more: StepDetails = {},
  ): Step => ({
    at: calendar.at(offset, index * 8 + minute),
    by,
    kind: 'project',
    subjectId: id,
    action,
    values: {},
    ...more,
  })
  const theirs = (offset: number, minute: number, action: ActionName<'project'>, more?: StepDetails) =>
    step(userFor(actsFor), from + offset, minute, action, more)
  const operators = (offset: number, minute: number, action: ActionName<'project'>, more?: StepDetails) =>
    step(OPERATOR, from + offset, minute, action, more)
  const services = rowsOf('demo_services').filter(service => service.projectId === id)
  const isFixedTerm = row.isFixedTerm === 'true'
  const details = {
    name: cell(row, 'name'),
    isFixedTerm,
    ...(isFixedTerm && { mitigationDurations: listOf(row, 'mitigationDurations') }),
  }
  const category = (name: string) => declared(cell(row, 'roundId'), name, as)
  const diary = diaryOf(round)

  return [
    {
      at: calendar.at(from + 1, index * 8),
      by: userFor(actsFor),
      kind: 'projects',
      subjectId: 'projects',
      action: 'CreateProject',
      ids: [id],
      values: { ...details, supplierId: cell(row, 'supplierId'), marketRoundId: cell(row, 'roundId') },
    },
    theirs(1, 1, 'Update', {
      values: {
        ...details,
        typeId: cell(row, 'projectTypeId'),
        start: calendar.day(offsetOf(row, 'startOffsetDays')),
      },
    }),
    theirs(1, 2, 'SetLocation', {
      values: {
        creditTypes: [...new Set(services.map(service => cell(service, 'serviceType')))],
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
                numberOf(row, name),
              ]),
            ),
          }),
          step(userFor(actsFor), diary.bidding + 3, 0, 'SetOffer', {
            values: {
              offer: numberOf(row, 'offer'),
              confirmsAmount: true,
              declarations: category('MarketRoundProject_Offer'),
            },
          }),
        ]),
  ]
}

const screeningOf = (row: Cells): Step['values'] => {
  const outcome = { FailedScreening: 'Fail', PendingScreening: 'Pending' }[cell(row, 'status')] ?? 'Pass'
  const comment = rowsOf('demo_screening').find(one => one.projectId === row.projectId)?.comment
  return outcome === 'Pass' ? { outcome } : { outcome, comment }
}

const reviewOf = (row: Cells): Step['values'] => {
  if (row.status === 'FailedRound')
    return { outcome: 'Fail', reason: 'The planning authority does not accept the method' }
  if (row.status === 'PendingRound')
    return { outcome: 'Pending', reason: 'Waiting for the advice of Natural England' }
  return { outcome: 'Pass' }
}

type Operators = (offset: number, minute: number, action: ActionName<'project'>, more?: StepDetails) => Step

const serviceSteps = (calendar: Calendar, service: Cells, operators: Operators, nth: number): Step[] => {
  const ids = [cell(service, 'serviceId')]
  const mitigationBegins = calendar.day(offsetOf(service, 'mitigationBeginsOffsetDays'))
  if (service.serviceType !== 'Biodiversity')
    return [
      operators(10, nth, 'AddNutrientService', {
        ids,
        values: {
          service: cell(service, 'serviceType'),
          mitigationBegins,
          mitigationDuration: cell(service, 'duration'),
          area: numberOf(service, 'size'),
          units: numberOf(service, 'netUnits'),
        },
      }),
    ]
  return [
    operators(10, nth, 'AddBiodiversityService', {
      ids,
      values: {
        broadHabitat: cell(service, 'broadHabitat'),
        habitatType: cell(service, 'habitatType'),
        distinctiveness: cell(service, 'distinctiveness'),
        condition: cell(service, 'condition'),
        size: numberOf(service, 'size'),
        mitigationBegins,
        strategicSignificance: cellOrNull(service, 'strategicSignificance'),
      },
    }),
    operators(11, nth, 'SetBiodiversitySupply', {
      values: {
        serviceId: cell(service, 'serviceId'),
        baselineUnitsLost: numberOf(service, 'baselineUnitsLost'),
        yearsToTargetCondition: numberOf(service, 'yearsToTargetCondition'),
        gainsPerYear: listOf(service, 'gainsPerYear').map(entry => {
          const [year = '', gain] = entry.split(':')
          return { id: year, gain: Number(gain) }
        }),
      },
    }),
  ]
}

const decisionOf = (calendar: Calendar, from: number, row: Cells, services: Cells[]): StepDetails => {
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
        id: cell(service, 'serviceId'),
        standardId: isCertified ? cell(service, 'standardId') : 'NA',
        decision: isCertified ? 'Yes' : 'NoStandardCannotBeApplied',
      })),
    },
  }
}

/** Groups are made and filled while bids and offers are open. */
export const groupSteps = (calendar: Calendar, kind: 'Project' | 'CreditRequirement'): Step[] =>
  rowsOf('demo_groups')
    .filter(row => row.kind === kind)
    .flatMap((row, index): Step[] => {
      const roundId = cell(row, 'roundId')
      const { bidding } = diaryOf(roundOf(roundId))
      const id = cell(row, 'groupId')
      const isProjects = kind === 'Project'
      const members = listOf(row, 'memberIds')
      const added = { at: calendar.at(bidding + 6, index * 2 + 1), by: OPERATOR, subjectId: id }
      return [
        {
          at: calendar.at(bidding + 6, index * 2),
          by: OPERATOR,
          kind: 'organisation',
          subjectId: cell(row, 'ownerOrgId'),
          action: isProjects ? 'CreateProjectGroup' : 'CreateCreditRequirementGroup',
          ids: [id],
          values: { name: cell(row, 'name'), type: cell(row, 'type'), marketRoundId: roundId },
        },
        isProjects
          ? { ...added, kind: 'projectGroup', action: 'AddProjects', values: { projectIds: members } }
          : {
              ...{ ...added, kind: 'requirementGroup', action: 'AddRequirements' },
              values: { requirementIds: members },
            },
      ]
    })

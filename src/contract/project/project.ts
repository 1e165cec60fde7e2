import { z } from 'zod'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { PROJECT_STATUSES } from '#domain/project/project'
import { NEXT_COMPLIANCE_ACTIONS } from '#domain/project/project-check'
import { ROUND_STATUSES } from '#domain/round/round'
import { quantity } from '../kit/balance.ts'
import { columnFilters, searchColumns, columnSchemas, sortOptionNames } from '../columns/column.ts'
import { PROJECT_COLUMNS } from '../columns/project.ts'
import { certificates } from '../credit/certificate.ts'
import { creditRow } from '../credit/credit.ts'
import { monitoringFields } from './check-schedule.ts'
import { groupOfItem } from '../kit/group-of-item.ts'
import { earlierResult, itemResult, unitsWon } from '../round/item-result.ts'
import { idsFilter, booleanFilter, defineNoun, choiceFilter } from '../kit/noun.ts'
import { preparation } from './preparation.ts'
import { serviceView } from './project-service.ts'
import { address, place, placeDetails } from '../subject/place.ts'
import { nextSteps, resourceFields, rowFields } from '../kit/resource.ts'
import { roundOfItem } from '../round/round.ts'
import { currentStep } from '../kit/step-clock.ts'
import { awaitedSteps } from '../steps/index.ts'
import { warnings } from '../kit/warning.ts'
import { multiPolygon, siteSummary } from '../kit/site-boundary.ts'
import { workbooks } from './workbook.ts'
import { day, instant, nullableIdAndName, nullableText, money, idAndName } from '../kit/values.ts'

/** Next action after a failed compliance check. */
export const complianceFollowUp = z.object({ action: z.enum(NEXT_COMPLIANCE_ACTIONS), date: day })
export type ComplianceFollowUp = z.infer<typeof complianceFollowUp>

const columns = {
  round: roundOfItem,
  supplier: idAndName,
  type: nullableIdAndName,
  status: z.enum(PROJECT_STATUSES),
  ...place,
  credits: z
    .array(quantity)
    .meta({ description: 'Supply by credit type: certified, or planned while nothing is certified' }),
  offer: money
    .nullable()
    .meta({ description: 'Offer in pounds; null if none has been made or it is sealed from you' }),
  offerIsSealed: z
    .boolean()
    .meta({ description: 'True if there is an offer whose amount is sealed from you' }),
  receives: money.nullable().meta({
    description: 'Pounds received once its round is settled; null if it did not win or you may not see it',
  }),
  proceeds: itemResult.shape.proceeds,
  receivesPerUnit: money.nullable().meta({
    description:
      'Price per unit received; null if nothing was received, or if units of several types share one price',
  }),
  won: unitsWon.optional(),
  ...columnSchemas(PROJECT_COLUMNS, 'row'),
  nextCompliance: complianceFollowUp
    .nullable()
    .meta({ description: 'Next action and its date, if the last compliance check was not passed' }),
}

export const projectRow = z
  .object({ ...rowFields, name: z.string(), ...columns, group: nullableIdAndName })
  .meta({ id: 'ProjectRow' })
export type ProjectRow = z.infer<typeof projectRow>

/** Costs that the operator adds, in pounds. */
export const costs = z.object({
  maintenance: money,
  marketOperator: money,
  complianceMonitoring: money,
  performanceMonitoring: money,
})
export type CostsView = z.infer<typeof costs>

export const certification = z.object({
  assessedByName: z.string(),
  assessedByOrg: z.string(),
  assessedByPosition: z.string(),
  assessedByDate: day,
  reviewedByName: z.string(),
  reviewedByOrg: z.string(),
  reviewedByPosition: z.string(),
  reviewedByDate: day,
})

/** Fields of a project or a requirement besides its columns. */
export const fieldsAfterRegistration = {
  certificates,
  settled: z.array(creditRow).meta({ description: 'Credits of the project, once the round is settled' }),
  result: itemResult.nullable(),
  earlierResults: z
    .array(earlierResult)
    .meta({ description: 'Results of settled rounds before it was registered again, newest first' }),
  next: nextSteps,
  preparation: preparation.nullable().meta({ description: 'Tasks before registration, while it is a draft' }),
  warnings,
  ...workbooks,
  clock: currentStep.nullable().meta({ description: 'Next step, if it waits for one' }),
}

export const projectView = z
  .object({
    ...resourceFields('project'),
    on: day,
    ...columns,
    group: groupOfItem.nullable(),
    agent: nullableIdAndName,
    ...columnSchemas(PROJECT_COLUMNS, 'view'),
    ...address,
    ...placeDetails,
    agreementRef: nullableText.meta({
      description: 'Reference of the signed agreement, if it is filed elsewhere',
    }),
    screeningComment: nullableText,
    reviewReason: nullableText,
    certification: certification.nullable(),
    costs: costs.nullable(),
    costsAreWithheld: z.boolean().meta({ description: 'True if costs are set that you may not see' }),
    offeredAt: instant.nullable(),
    endedAs: z
      .enum(PROJECT_STATUSES)
      .nullable()
      .meta({ description: 'Status in which it was when its round ended' }),
    boundary: multiPolygon.nullable().meta({ description: 'Site boundary (WGS 84)' }),
    site: siteSummary.nullable(),
    services: z.array(serviceView),
    ...monitoringFields,
    ...fieldsAfterRegistration,
  })
  .meta({ id: 'Project' })
export type ProjectView = z.infer<typeof projectView>

/** A nature-based project that a supplier registers and that yields credits. */
export const project = defineNoun({
  kind: 'project',
  path: 'project',
  list: 'projects',
  collection: 'projects',
  createdBy: 'CreateProject',
  called: ['project', 'projects'],
  readBy: 'owner',
  owner: 'supplierId',
  area: 'lpaId',
  page: ({ id: projectId }: { id: string }) => `/projects/${projectId}`,
  isSubject: true,
  isNamed: true,
  isDated: true,
  statuses: {
    Draft: {
      label: 'Draft',
      tone: 'quiet',
      step: 1,
    },
    Provisional: {
      label: 'Provisional',
      tone: 'info',
      step: 2,
    },
    Registered: {
      label: 'Registered',
      tone: 'info',
      step: 3,
    },
    Screened: {
      label: 'Screened',
      tone: 'info',
      step: 4,
    },
    FailedScreening: { label: 'Failed screening', tone: 'bad', step: 4, isSetback: true },
    PendingScreening: {
      label: 'Pending screening',
      tone: 'warn',
      step: 4,
    },
    Certified: { label: 'Certified', tone: 'good', step: 5 },
    NotCertified: { label: 'Not certified', tone: 'bad', step: 5, isSetback: true },
    ApprovedRound: {
      label: 'Approved for round',
      tone: 'good',
      step: 6,
    },
    FailedRound: { label: 'Failed for round', tone: 'bad', step: 6, isSetback: true },
    PendingRound: {
      label: 'Pending for round',
      tone: 'warn',
      step: 6,
    },
    Offered: {
      label: 'Offered',
      tone: 'info',
      step: 7,
    },
    Matched: {
      label: 'Matched',
      tone: 'good',
      step: 8,
    },
    Unmatched: { label: 'Unmatched', tone: 'quiet', step: 8, isSetback: true },
    Contracted: {
      label: 'Contracted',
      tone: 'good',
      step: 9,
    },
    Verified: { label: 'Verified', tone: 'good', step: 10 },
    FailedVerification: { label: 'Failed verification', tone: 'bad', step: 10, isSetback: true },
    Monitoring: { label: 'Monitoring', tone: 'good', step: 11 },
  },
  search: {
    place: 1,
    status: 'status',
    round: 'roundId',
    behind: ['supplierId', 'organisation'],
    references: searchColumns(PROJECT_COLUMNS),
    grid: 'gridReference',
    places: [
      ['subcatchmentId', 'subcatchment'],
      ['ncaId', 'nca'],
      ['lpaId', 'lpa'],
    ],
  },
  row: projectRow,
  view: projectView,
  filters: {
    marketId: idsFilter,
    marketRoundId: idsFilter,
    roundStatus: choiceFilter(ROUND_STATUSES),
    status: choiceFilter(PROJECT_STATUSES),
    type: idsFilter,
    creditType: choiceFilter(CREDIT_TYPES),
    ...columnFilters(PROJECT_COLUMNS),
    supplierId: idsFilter,
    agentId: idsFilter,
    groupId: idsFilter,
    awaiting: choiceFilter(awaitedSteps('project').map(step => step.id)),
    nonCompliant: booleanFilter,
    registry: booleanFilter,
  },
  sorts: ['name', 'status', 'supplier', 'round', ...sortOptionNames(PROJECT_COLUMNS)],
  subpaths: ['registry', 'nonCompliant'],
  isChosen: true,
  isSold: true,
})

import { z } from 'zod'
import { CREDIT_TYPES } from '#domain/credit-type'
import { PROJECT_STATUSES } from '#domain/project'
import { NEXT_COMPLIANCE_ACTIONS } from '#domain/project-check'
import { ROUND_STATUSES } from '#domain/round'
import { quantity } from './balance.ts'
import { filtersOf, referencesOf, shapesOf, sortsOf } from './columns/column.ts'
import { PROJECT_COLUMNS } from './columns/project.ts'
import { certificates } from './certificate.ts'
import { creditRow } from './credit.ts'
import { monitoring } from './check-schedule.ts'
import { groupOfItem } from './group-of-item.ts'
import { earlierResult, itemResult, unitsWon } from './item-result.ts'
import { byIds, flag, noun, oneOf } from './noun.ts'
import { preparation } from './preparation.ts'
import { serviceView } from './project-service.ts'
import { address, place, placeJudged } from './place.ts'
import { nextThings, resourceOf, rowOf } from './resource.ts'
import { roundOfItem } from './round.ts'
import { stepClock } from './step-clock.ts'
import { awaitedSteps } from './steps/index.ts'
import { warnings } from './warning.ts'
import { multiPolygon, site } from './site-boundary.ts'
import { workbooks } from './workbook.ts'
import { day, instant, maybeNamed, maybeText, money, named } from './values.ts'

/** What follows from a failed compliance check. */
export const nextCompliance = z.object({ action: z.enum(NEXT_COMPLIANCE_ACTIONS), date: day })
export type NextCompliance = z.infer<typeof nextCompliance>

const columns = {
  round: roundOfItem,
  supplier: named,
  type: maybeNamed,
  status: z.enum(PROJECT_STATUSES),
  ...place,
  credits: z
    .array(quantity)
    .meta({ description: 'What it supplies by credit type: what is certified, or planned while nothing is' }),
  offer: money
    .nullable()
    .meta({ description: 'Pounds; null when none has been made or when sealed from this reader' }),
  offerIsSealed: z
    .boolean()
    .meta({ description: 'An offer exists but this reader may not know its amount yet' }),
  receives: money.nullable().meta({
    description: 'What is received for it once its round is settled; null when it did not win or is not told',
  }),
  proceeds: itemResult.shape.proceeds,
  receivesPerUnit: money.nullable().meta({
    description: 'Of what is received; null where nothing is, or where units of several types have one price',
  }),
  won: unitsWon.optional(),
  ...shapesOf(PROJECT_COLUMNS, 'row'),
  nextCompliance: nextCompliance
    .nullable()
    .meta({ description: 'What must be done by when, where the last compliance check was not passed' }),
}

export const projectRow = z
  .object({ ...rowOf, name: z.string(), ...columns, group: maybeNamed })
  .meta({ id: 'ProjectRow' })
export type ProjectRow = z.infer<typeof projectRow>

/** The costs that the operator adds, in pounds. */
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

/** What is shown of a project or a requirement besides its columns. */
export const aftermath = {
  certificates,
  settled: z.array(creditRow).meta({ description: 'Its credits, once the round is settled' }),
  result: itemResult.nullable(),
  earlierResults: z
    .array(earlierResult)
    .meta({ description: 'Of settled rounds before it was registered again, newest first' }),
  next: nextThings,
  preparation: preparation.nullable().meta({ description: 'While it is a draft' }),
  warnings,
  ...workbooks,
  clock: stepClock.nullable().meta({ description: 'The step that it waits for, if it waits for one' }),
}

export const projectView = z
  .object({
    ...resourceOf('project'),
    on: day,
    ...columns,
    group: groupOfItem.nullable(),
    agent: maybeNamed,
    ...shapesOf(PROJECT_COLUMNS, 'view'),
    ...address,
    ...placeJudged,
    agreementRef: maybeText.meta({
      description: 'Reference of the signed agreement, where it is kept elsewhere',
    }),
    screeningComment: maybeText,
    reviewReason: maybeText,
    certification: certification.nullable(),
    costs: costs.nullable(),
    costsAreWithheld: z.boolean().meta({ description: 'Costs are set but this reader may not know them' }),
    offeredAt: instant.nullable(),
    endedAs: z
      .enum(PROJECT_STATUSES)
      .nullable()
      .meta({ description: 'How far it had come when it ended with its round' }),
    boundary: multiPolygon.nullable().meta({ description: 'The line around its land (WGS 84)' }),
    site: site.nullable(),
    services: z.array(serviceView),
    ...monitoring,
    ...aftermath,
  })
  .meta({ id: 'Project' })
export type ProjectView = z.infer<typeof projectView>

/** What a supplier registers: a nature-based project that yields credits. */
export const project = noun({
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
    references: referencesOf(PROJECT_COLUMNS),
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
    marketId: byIds,
    marketRoundId: byIds,
    roundStatus: oneOf(ROUND_STATUSES),
    status: oneOf(PROJECT_STATUSES),
    type: byIds,
    creditType: oneOf(CREDIT_TYPES),
    ...filtersOf(PROJECT_COLUMNS),
    supplierId: byIds,
    agentId: byIds,
    groupId: byIds,
    awaiting: oneOf(awaitedSteps('project').map(step => step.id)),
    nonCompliant: flag,
    registry: flag,
  },
  sorts: ['name', 'status', 'supplier', 'round', ...sortsOf(PROJECT_COLUMNS)],
  subpaths: ['registry', 'nonCompliant'],
  isChosen: true,
  isSold: true,
})

import { z } from 'zod'
import {
  CHECK_STATE_LABELS,
  CHECK_STATES,
  EVIDENCE_STATE_LABELS,
  EVIDENCE_STATES,
  SCHEDULED_CHECK_KIND_LABELS,
  SCHEDULED_CHECK_KINDS,
} from '#domain/project/check-schedule'
import { PROJECT_STATUSES } from '#domain/project/project'
import { REQUIREMENT_STATUSES } from '#domain/project/requirement'
import {
  choiceColumn,
  dateColumn as dayOf,
  numberColumn,
  relationColumn,
  textColumn,
} from '../columns/column.ts'
import { endpoint, mediaAnswer, binaryBody } from '../kit/endpoint.ts'
import { defineNoun } from '../kit/noun.ts'
import { refusal } from '../kit/resource.ts'
import { day, id, nullableIdAndName, nullableText, idAndName, selfLink } from '../kit/values.ts'

/** A scheduled check of a project, and its state on the requested date. */
export const scheduledCheck = z
  .object({
    id,
    kind: z.enum(SCHEDULED_CHECK_KINDS),
    year: z.int().meta({ description: 'Years after delivery was first verified' }),
    due: day,
    doneOn: day.nullable(),
    state: z.enum(CHECK_STATES).meta({
      description:
        'State: `late` if its date has passed, `failing` if it was done and found not compliant, `due` within three months',
    }),
  })
  .meta({ id: 'ScheduledCheck' })
export type ScheduledCheck = z.infer<typeof scheduledCheck>

/** A request for evidence on a project, and its state on the requested date. */
export const evidenceItem = z
  .object({
    id,
    what: z.string(),
    due: day,
    askedOn: day,
    askedBy: z.string().meta({ description: 'Organisation that requested the evidence' }),
    state: z.enum(EVIDENCE_STATES),
    suppliedOn: day.nullable(),
    note: nullableText,
    document: idAndName.extend({ links: selfLink }).nullable(),
  })
  .meta({ id: 'EvidenceItem' })
export type EvidenceItem = z.infer<typeof evidenceItem>

/** Fields of a project with verified delivery. */
export const monitoringFields = {
  checks: z.array(scheduledCheck).meta({ description: 'Schedule of checks and reports' }),
  evidence: z.array(evidenceItem).meta({ description: 'Requests for evidence, with the answers' }),
}

const underProject = { readBy: 'parent', parents: [['project', 'projectId']] } as const

/** A request for evidence to an owner. */
export const evidenceRequest = defineNoun({
  kind: 'evidenceRequest',
  called: ['evidence request', 'evidence requests'],
  ...underProject,
})
export const complianceCheck = defineNoun({
  kind: 'complianceCheck',
  called: ['compliance check', 'compliance checks'],
  ...underProject,
})
export const performanceCheck = defineNoun({
  kind: 'performanceCheck',
  called: ['performance check', 'performance checks'],
  ...underProject,
})
export const verification = defineNoun({
  kind: 'verification',
  called: ['verification', 'verifications'],
  ...underProject,
})

const ofProject = { project: idAndName, supplier: idAndName, lpa: nullableIdAndName } as const

const checkRow = scheduledCheck.extend(ofProject).meta({ id: 'CheckRow' })
export type CheckRow = z.infer<typeof checkRow>
const evidenceRow = evidenceItem.extend(ofProject).meta({ id: 'EvidenceRow' })
export type EvidenceRow = z.infer<typeof evidenceRow>

const OF_PROJECT_COLUMNS = {
  project: relationColumn('Project', 'project', {}),
  supplier: relationColumn('Supplier', 'organisation', {}),
  lpa: relationColumn('LPA', 'lpa', {}),
}

/** The columns of the schedule of checks and reports. */
export const CHECK_COLUMNS = {
  ...OF_PROJECT_COLUMNS,
  kind: choiceColumn('Check', scheduledCheck.shape.kind, {}, SCHEDULED_CHECK_KIND_LABELS),
  year: numberColumn('Year', {}),
  due: dayOf('Due', {}),
  doneOn: dayOf('Done', {}),
  state: choiceColumn('State', scheduledCheck.shape.state, {}, CHECK_STATE_LABELS),
}

/** The columns of what was asked for on projects. */
export const EVIDENCE_COLUMNS = {
  ...OF_PROJECT_COLUMNS,
  what: textColumn('Requested', {}),
  askedBy: textColumn('Requested by', {}),
  askedOn: dayOf('Requested on', {}),
  due: dayOf('Due', {}),
  suppliedOn: dayOf('Received', {}),
  note: textColumn('Note', {}),
  document: relationColumn('Document', 'filedDocument', {}),
  state: choiceColumn('State', evidenceItem.shape.state, {}, EVIDENCE_STATE_LABELS),
}

/** Most rows in one answer; a download has all. */
export const MAX_CHECK_ROWS = 500

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const asked = z.object({
  on: day.optional().meta({ description: 'Date for which to list the items; default: today' }),
  q: z.string().max(200).optional().meta({ description: 'Part of the name of the project' }),
  lpa: z.array(z.string()).optional(),
  projectId: id.optional(),
  format: z.enum(['csv', 'xlsx']).optional().meta({ description: 'Format of the whole list' }),
})

const tables = <const T extends z.ZodType>(row: T) => ({
  200: mediaAnswer({
    'application/json': z.object({
      items: z.array(row).meta({ description: 'Items, earliest due date first' }),
      total: z.int(),
      on: day,
    }),
    'text/csv': z.string(),
    [XLSX]: binaryBody,
  }),
})

const tag = 'Checks and reports'

export const listChecks = endpoint('GET /api/checks', {
  id: 'listChecks',
  tag,
  summary: 'Checks and reports of the projects that you may see, as at a date',
  access: 'member',
  query: asked.extend({
    state: z.array(z.enum(CHECK_STATES)).optional(),
    kind: z.array(z.enum(SCHEDULED_CHECK_KINDS)).optional(),
  }),
  answers: tables(checkRow),
})

export const listEvidence = endpoint('GET /api/evidence', {
  id: 'listEvidence',
  tag,
  summary: 'Requests for evidence on the projects that you may see, as at a date',
  access: 'member',
  query: asked.extend({ state: z.array(z.enum(EVIDENCE_STATES)).optional() }),
  answers: tables(evidenceRow),
})

const countsOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.array(z.object({ status: z.enum(values), count: z.int() }))

const workbench = z
  .object({
    on: day,
    lpa: nullableIdAndName,
    projects: countsOf(PROJECT_STATUSES).meta({ description: 'Counts by status on that date' }),
    requirements: countsOf(REQUIREMENT_STATUSES).meta({
      description: 'Counts by status on that date',
    }),
    checks: countsOf(CHECK_STATES),
    evidence: countsOf(EVIDENCE_STATES),
  })
  .meta({ id: 'Workbench' })
export type WorkbenchView = z.infer<typeof workbench>

export const readCheckWorkbench = endpoint('GET /api/workbench', {
  id: 'readWorkbench',
  tag,
  summary:
    'Projects and requirements in the area of a planning authority as at a date; for the authority and the market operator',
  access: 'member',
  query: asked.pick({ on: true }).extend({ lpaId: id.optional() }),
  answers: { 200: workbench, 404: refusal },
})

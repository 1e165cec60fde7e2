import { z } from 'zod'
import { CHECK_STATES, EVIDENCE_STATES, SCHEDULED_KINDS } from '#domain/check-schedule'
import { PROJECT_STATUSES } from '#domain/project'
import { REQUIREMENT_STATUSES } from '#domain/requirement'
import { endpoint, media, binary } from './endpoint.ts'
import { noun } from './noun.ts'
import { refusal } from './resource.ts'
import { day, id, maybeNamed, maybeText, named, selfLink } from './values.ts'

/** A check of the schedule of a project, and how it stands on the day asked for. */
export const scheduledCheck = z
  .object({
    id,
    kind: z.enum(SCHEDULED_KINDS),
    year: z.int().meta({ description: 'After delivery was first verified' }),
    due: day,
    doneOn: day.nullable(),
    state: z.enum(CHECK_STATES).meta({
      description:
        'late: its day has passed; failing: done and not as agreed since; due: within three months',
    }),
  })
  .meta({ id: 'ScheduledCheck' })
export type ScheduledCheck = z.infer<typeof scheduledCheck>

/** Something that was asked for on a project, and how that stands on the day asked for. */
export const evidenceItem = z
  .object({
    id,
    what: z.string(),
    due: day,
    askedOn: day,
    askedBy: z.string().meta({ description: 'The organisation that asked' }),
    state: z.enum(EVIDENCE_STATES),
    suppliedOn: day.nullable(),
    note: maybeText,
    document: named.extend({ links: selfLink }).nullable(),
  })
  .meta({ id: 'EvidenceItem' })
export type EvidenceItem = z.infer<typeof evidenceItem>

/** What is shown of a project once its delivery was verified. */
export const monitoring = {
  checks: z.array(scheduledCheck).meta({ description: 'The schedule of checks and reports' }),
  evidence: z.array(evidenceItem).meta({ description: 'What was asked for, and what was shown' }),
}

const underProject = { readBy: 'parent', parents: [['project', 'projectId']] } as const

/** Something that an owner is asked to show. */
export const evidenceRequest = noun({
  kind: 'evidenceRequest',
  called: ['evidence request', 'evidence requests'],
  ...underProject,
})
export const complianceCheck = noun({
  kind: 'complianceCheck',
  called: ['compliance check', 'compliance checks'],
  ...underProject,
})
export const performanceCheck = noun({
  kind: 'performanceCheck',
  called: ['performance check', 'performance checks'],
  ...underProject,
})
export const verification = noun({
  kind: 'verification',
  called: ['verification', 'verifications'],
  ...underProject,
})

const ofProject = { project: named, supplier: named, lpa: maybeNamed } as const

const checkRow = scheduledCheck.extend(ofProject).meta({ id: 'CheckRow' })
export type CheckRow = z.infer<typeof checkRow>
const evidenceRow = evidenceItem.extend(ofProject).meta({ id: 'EvidenceRow' })
export type EvidenceRow = z.infer<typeof evidenceRow>

/** How many rows are answered at once; a download has all. */
export const MOST_CHECKS = 500

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const asked = z.object({
  on: day.optional().meta({ description: 'The day that the answer is for; today unless told' }),
  q: z.string().max(200).optional().meta({ description: 'A part of the name of the project' }),
  lpa: z.array(z.string()).optional(),
  projectId: id.optional(),
  format: z.enum(['csv', 'xlsx']).optional().meta({ description: 'Whole, as a table' }),
})

const tables = <const T extends z.ZodType>(row: T) => ({
  200: media({
    'application/json': z.object({
      items: z.array(row).meta({ description: 'What is due first before the rest' }),
      total: z.int(),
      on: day,
    }),
    'text/csv': z.string(),
    [XLSX]: binary,
  }),
})

const tag = 'Checks and reports'

export const listChecks = endpoint('GET /api/checks', {
  id: 'listChecks',
  tag,
  summary: 'The schedule of checks and reports of the projects that the reader may see, as at a day',
  access: 'member',
  query: asked.extend({
    state: z.array(z.enum(CHECK_STATES)).optional(),
    kind: z.array(z.enum(SCHEDULED_KINDS)).optional(),
  }),
  answers: tables(checkRow),
})

export const listEvidence = endpoint('GET /api/evidence', {
  id: 'listEvidence',
  tag,
  summary: 'What was asked for on the projects that the reader may see, and what was received, as at a day',
  access: 'member',
  query: asked.extend({ state: z.array(z.enum(EVIDENCE_STATES)).optional() }),
  answers: tables(evidenceRow),
})

const countsOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.array(z.object({ status: z.enum(values), count: z.int() }))

const workbench = z
  .object({
    on: day,
    lpa: maybeNamed,
    projects: countsOf(PROJECT_STATUSES).meta({ description: 'By the status that each had that day' }),
    requirements: countsOf(REQUIREMENT_STATUSES).meta({
      description: 'By the status that each had that day',
    }),
    checks: countsOf(CHECK_STATES),
    evidence: countsOf(EVIDENCE_STATES),
  })
  .meta({ id: 'Workbench' })
export type WorkbenchView = z.infer<typeof workbench>

export const readWorkbench = endpoint('GET /api/workbench', {
  id: 'readWorkbench',
  tag,
  summary: 'What is in the area of a planning authority as at a day: to itself, and to the market operator',
  access: 'member',
  query: asked.pick({ on: true }).extend({ lpaId: id.optional() }),
  answers: { 200: workbench, 404: refusal },
})

import { z } from 'zod'
import { MARKET_FOUNDING_KINDS, RESET_CONFIRMATION_WORD } from '#domain/people/founding'
import { EXPIRING_DATA_KINDS } from '#domain/disclosure/retention'
import { USER_GROUPS } from '#domain/people/user'
import { sessionItem } from '../people/account.ts'
import { endpoint, mediaAnswer, noContentResponse } from '../kit/endpoint.ts'
import { TASK_STATES } from '../round/match.ts'
import { refusal } from '../kit/resource.ts'
import { backupRun } from './backup-run.ts'
import { systemClock } from './system-clock.ts'
import { systemVerification, systemVerificationProgress } from './system-verification.ts'
import { instant, nullableIdAndName, nullableText, idAndName } from '../kit/values.ts'

const tag = 'System'

/** A person with the data for an access review. */
const systemUser = z
  .object({
    id: z.string(),
    username: z.string(),
    displayName: z.string(),
    email: z.string(),
    groups: z.array(z.enum(USER_GROUPS)),
    organisation: nullableIdAndName,
    active: z.boolean(),
    secondFactor: z.boolean(),
    mustResetPassword: z.boolean(),
    sessions: z.int(),
    lastSignIn: instant.nullable(),
  })
  .meta({ id: 'SystemUser' })
export type SystemUser = z.infer<typeof systemUser>

/** Anyone's session. */
const systemSession = sessionItem.extend({ user: idAndName }).meta({ id: 'SystemSession' })
export type SystemSession = z.infer<typeof systemSession>

/** A piece of long work. */
const systemTask = z
  .object({
    id: z.string(),
    kind: z.string(),
    round: nullableIdAndName,
    state: z.enum(TASK_STATES),
    progress: z.number().nullable(),
    attempt: z.int(),
    message: nullableText,
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'SystemTask' })
export type SystemTask = z.infer<typeof systemTask>

/** An email of the outbox: its state, never its content. */
const systemMail = z
  .object({
    id: z.string(),
    letter: z.string(),
    to: z.string(),
    state: z.enum(['queued', 'sent', 'failed']),
    attempt: z.int(),
    message: nullableText,
    createdAt: instant,
    notBefore: instant,
    sentAt: instant.nullable(),
  })
  .meta({ id: 'SystemMail' })
export type SystemEmail = z.infer<typeof systemMail>

/** State of the activity log: all faults, with the operator's explanations. */
const logCheck = z
  .object({
    ok: z.boolean(),
    length: z.int(),
    hash: z.string(),
    faults: z.array(
      z.object({
        seq: z.int(),
        to: z.int(),
        why: z.string(),
        explanation: z.object({ by: nullableText, at: instant, text: z.string(), seq: z.int() }).nullable(),
      }),
    ),
    more: z.int().meta({ description: 'Number of further errors that are not listed' }),
  })
  .meta({ id: 'LogCheck' })
export type LogCheckView = z.infer<typeof logCheck>

/** Last comparison of maintained counts with the data. */
const countCheck = z
  .object({
    at: instant,
    ok: z.boolean(),
    faults: z.int().meta({ description: 'Number of wrong counts' }),
  })
  .meta({ id: 'CountCheck' })
export type CountCheckView = z.infer<typeof countCheck>

/** Last comparison of certified land with the outlines of sites that share ground (I12). */
const landCheck = z
  .object({
    at: instant,
    ok: z.boolean(),
    faults: z
      .int()
      .meta({ description: 'Number of groups of sites for which more land is certified than they have' }),
    sites: z.int().meta({ description: 'Number of checked sites that share certified ground' }),
    result: z.string(),
  })
  .meta({ id: 'LandCheck' })
export type LandCheckView = z.infer<typeof landCheck>

const systemVersion = z
  .object({
    version: z.string(),
    node: z.string(),
    database: z.string(),
    embedded: z
      .boolean()
      .meta({ description: 'True for the embedded database, false for a separate server' }),
    migration: z.string(),
    founded: z.enum(MARKET_FOUNDING_KINDS).nullable(),
    startedAt: instant,
    backup: backupRun.nullable(),
    rehearsal: backupRun.nullable(),
    counts: countCheck.nullable(),
    land: landCheck.nullable(),
    verification: systemVerification.nullable(),
    verifiedUpTo: systemVerificationProgress.nullable(),
    clock: systemClock,
  })
  .meta({ id: 'SystemVersion' })
export type SystemVersion = z.infer<typeof systemVersion>

/** Retention of data, limited or permanent, and the state of deletion. */
const retention = z
  .object({
    at: instant.nullable().meta({ description: 'Time of the last deletion' }),
    ending: z.array(
      z.object({
        id: z.enum(EXPIRING_DATA_KINDS),
        what: z.string(),
        life: z.string(),
        oldest: instant.nullable().meta({ description: 'Start of the retention period of the oldest item' }),
        overdue: z
          .boolean()
          .meta({ description: 'True if the oldest item should have been deleted two hours ago or earlier' }),
        removed: z.int().meta({ description: 'Number of items in the last deletion' }),
      }),
    ),
    staying: z.array(
      z.object({
        id: z.string().meta({ description: 'Name of the table' }),
        why: z.string(),
        rows: z.int().nullable().meta({
          description:
            'Estimated number of rows from the database statistics; null if there are none, as for small tables',
        }),
        bytes: z.int(),
      }),
    ),
  })
  .meta({ id: 'Retention' })
export type RetentionView = z.infer<typeof retention>

/** A list of the system area: the latest first, at most 500. */
const latest = <const P extends string, T extends z.ZodType>(path: P, id: string, summary: string, item: T) =>
  endpoint(`GET /api/sysadmin/${path}`, {
    id,
    tag,
    summary,
    access: 'sysadmin',
    answers: { 200: z.object({ items: z.array(item) }) },
  })

export const listSystemUsers = latest('users', 'listSystemUsers', 'All users', systemUser)
export const listSystemSessions = latest('sessions', 'listSystemSessions', 'All sessions', systemSession)
export const listSystemTasks = latest('tasks', 'listSystemTasks', 'Background tasks', systemTask)
export const listSystemEmails = latest('mail', 'listSystemLetters', 'Emails, sent and waiting', systemMail)

export const checkLog = endpoint('GET /api/sysadmin/log', {
  id: 'checkLog',
  tag,
  summary: 'Integrity of the activity log',
  access: 'sysadmin',
  answers: { 200: logCheck },
})
export const readVersion = endpoint('GET /api/sysadmin/version', {
  id: 'readVersion',
  tag,
  summary: 'Version and state of this installation',
  access: 'sysadmin',
  answers: { 200: systemVersion },
})
export const readRetention = endpoint('GET /api/sysadmin/retention', {
  id: 'readRetention',
  tag,
  summary: 'Retention of data',
  access: 'sysadmin',
  answers: { 200: retention },
})
export const endSession = endpoint('DELETE /api/sysadmin/session/:id', {
  id: 'endSession',
  tag,
  summary: 'Ends any session',
  access: 'sysadmin',
  answers: { 204: noContentResponse },
})
export const retryEmail = endpoint('POST /api/sysadmin/mail/:id/retry', {
  id: 'retryLetter',
  tag,
  summary: 'Sends an email again',
  access: 'sysadmin',
  answers: { 204: noContentResponse },
})
export const resetDatabase = endpoint('POST /api/sysadmin/reset-database', {
  id: 'resetDatabase',
  tag,
  summary: 'Resets the demonstration market; only in a demonstration',
  access: 'sysadmin',
  body: z.object({
    name: z.literal(RESET_CONFIRMATION_WORD, { error: `Type ${RESET_CONFIRMATION_WORD} to confirm` }),
  }),
  answers: { 200: z.object({ message: z.string() }) },
})

/** Figures for the people who run an installation. */
export const readHealth = endpoint('GET /healthz', {
  id: 'readHealth',
  tag: 'Operations',
  summary: 'Liveness check',
  access: 'anyone',
  answers: { 200: z.object({ ok: z.literal(true) }) },
})
const readiness = z.object({
  database: z.boolean().meta({ description: 'True if the database answers and accepts writes' }),
  queue: z.boolean(),
  files: z.boolean(),
  space: z
    .boolean()
    .meta({ description: 'True if there is enough disk space; otherwise all changes are refused' }),
  clock: z.boolean().meta({
    description:
      'True if the clocks of server and database differ by at most a minute; otherwise no scheduled job runs',
  }),
  accepting: z.boolean().meta({ description: 'False while the server is shutting down' }),
  message: nullableText.meta({ description: 'Problem with the clock, with both times' }),
})
export type ReadinessView = z.infer<typeof readiness>
export const readReadiness = endpoint('GET /readyz', {
  id: 'readReadiness',
  tag: 'Operations',
  summary: 'Readiness of database, queue and files, disk space, and whether the server accepts requests',
  access: 'anyone',
  answers: { 200: readiness, 503: readiness },
})
export const readMetrics = endpoint('GET /metrics', {
  id: 'readMetrics',
  tag: 'Operations',
  summary: 'Metrics for Prometheus',
  access: 'anyone',
  answers: { 200: mediaAnswer({ 'text/plain': z.string() }) },
})
export const readOpenApi = endpoint('GET /api/openapi.json', {
  id: 'readOpenApi',
  tag: 'Operations',
  summary: 'This API description, OpenAPI 3.1',
  access: 'anyone',
  kept: 'release',
  answers: { 200: z.looseObject({ openapi: z.literal('3.1.0') }) },
})
export const readMailbox = endpoint('GET /dev/mail', {
  id: 'readMailbox',
  tag: 'Operations',
  summary: 'Local mailbox, if no mail server is configured',
  access: 'anyone',
  answers: { 200: mediaAnswer({ 'text/html': z.string() }), 404: refusal },
})
export const readEmail = endpoint('GET /dev/mail/:id', {
  id: 'readLetter',
  tag: 'Operations',
  summary: 'An email in the local mailbox',
  access: 'anyone',
  answers: { 200: mediaAnswer({ 'text/html': z.string() }) },
})

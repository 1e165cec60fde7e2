import { z } from 'zod'
import { FOUNDINGS } from '#domain/founding'
import { FLEETING } from '#domain/retention'
import { RESET_WORD } from '#domain/reset'
import { USER_GROUPS } from '#domain/user'
import { sessionItem } from './account.ts'
import { endpoint, media, none } from './endpoint.ts'
import { TASK_STATES } from './match.ts'
import { refusal } from './resource.ts'
import { systemClock } from './system-clock.ts'
import { systemVerification, systemVerifiedUpTo } from './system-verification.ts'
import { instant, maybeNamed, maybeText, named } from './values.ts'

const tag = 'System'

/** A person with all that an access review asks. */
const systemUser = z
  .object({
    id: z.string(),
    username: z.string(),
    displayName: z.string(),
    email: z.string(),
    groups: z.array(z.enum(USER_GROUPS)),
    organisation: maybeNamed,
    active: z.boolean(),
    secondFactor: z.boolean(),
    mustResetPassword: z.boolean(),
    sessions: z.int(),
    lastSignIn: instant.nullable(),
  })
  .meta({ id: 'SystemUser' })
export type SystemUser = z.infer<typeof systemUser>

/** A sign-in of anybody. */
const systemSession = sessionItem.extend({ user: named }).meta({ id: 'SystemSession' })
export type SystemSession = z.infer<typeof systemSession>

/** A piece of long work. */
const systemTask = z
  .object({
    id: z.string(),
    kind: z.string(),
    round: maybeNamed,
    state: z.enum(TASK_STATES),
    progress: z.number().nullable(),
    attempt: z.int(),
    message: maybeText,
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'SystemTask' })
export type SystemTask = z.infer<typeof systemTask>

/** A letter of the outbox: that it is there, never what it says. */
const systemMail = z
  .object({
    id: z.string(),
    letter: z.string(),
    to: z.string(),
    state: z.enum(['queued', 'sent', 'failed']),
    attempt: z.int(),
    message: maybeText,
    createdAt: instant,
    notBefore: instant,
    sentAt: instant.nullable(),
  })
  .meta({ id: 'SystemMail' })
export type SystemMail = z.infer<typeof systemMail>

/** Is the activity log as it was written? If not: all that is wrong with it, with what the operator says of it. */
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
        explanation: z.object({ by: maybeText, at: instant, text: z.string(), seq: z.int() }).nullable(),
      }),
    ),
    more: z.int().meta({ description: 'How many more faults there are than are named' }),
  })
  .meta({ id: 'LogCheck' })
export type LogCheck = z.infer<typeof logCheck>

/** The last backup, or the last rehearsal of a restore. */
const precaution = z
  .object({
    at: instant.meta({ description: 'When it was tried last' }),
    wholeAt: instant.nullable().meta({ description: 'When it went well last' }),
    backup: maybeText,
    size: z.int().nullable().meta({ description: 'Bytes of the last backup that went well' }),
    ok: z.boolean(),
    result: z.string(),
  })
  .meta({ id: 'Precaution' })
export type Precaution = z.infer<typeof precaution>

/** The last time that kept counts were held against what is there. */
const countCheck = z
  .object({
    at: instant,
    ok: z.boolean(),
    faults: z.int().meta({ description: 'How many counts are wrong' }),
  })
  .meta({ id: 'CountCheck' })
export type CountCheck = z.infer<typeof countCheck>

/** The last time that certified land was held against the outlines of sites that share ground (I12). */
const landCheck = z
  .object({
    at: instant,
    ok: z.boolean(),
    faults: z.int().meta({ description: 'Groups of sites that are certified for more land than they have' }),
    sites: z
      .int()
      .meta({ description: 'How many sites share ground that is certified, as far as was looked' }),
    result: z.string(),
  })
  .meta({ id: 'LandCheck' })
export type LandCheck = z.infer<typeof landCheck>

const systemVersion = z
  .object({
    version: z.string(),
    node: z.string(),
    database: z.string(),
    embedded: z
      .boolean()
      .meta({ description: 'Is that the database that comes with the market, and not a server of its own?' }),
    migration: z.string(),
    founded: z.enum(FOUNDINGS).nullable(),
    startedAt: instant,
    backup: precaution.nullable(),
    rehearsal: precaution.nullable(),
    counts: countCheck.nullable(),
    land: landCheck.nullable(),
    verification: systemVerification.nullable(),
    verifiedUpTo: systemVerifiedUpTo.nullable(),
    clock: systemClock,
  })
  .meta({ id: 'SystemVersion' })
export type SystemVersion = z.infer<typeof systemVersion>

/** What is kept for a time and what for ever, and whether what has ended goes. */
const retention = z
  .object({
    at: instant.nullable().meta({ description: 'When what had ended was last taken away' }),
    ending: z.array(
      z.object({
        id: z.enum(FLEETING),
        what: z.string(),
        life: z.string(),
        oldest: instant.nullable().meta({ description: 'Of the oldest there is, when its time began' }),
        overdue: z.boolean().meta({ description: 'Should the oldest have gone two hours ago or earlier?' }),
        removed: z.int().meta({ description: 'How many went when that was last done' }),
      }),
    ),
    staying: z.array(
      z.object({
        id: z.string().meta({ description: 'The table' }),
        why: z.string(),
        rows: z.int().nullable().meta({
          description: 'About how many, as the database last counted them; null where it has not, as of few',
        }),
        bytes: z.int(),
      }),
    ),
  })
  .meta({ id: 'Retention' })
export type Retention = z.infer<typeof retention>

/** A list of the system area: the latest first, at most 500. */
const latest = <const P extends string, T extends z.ZodType>(path: P, id: string, summary: string, item: T) =>
  endpoint(`GET /api/sysadmin/${path}`, {
    id,
    tag,
    summary,
    access: 'sysadmin',
    answers: { 200: z.object({ items: z.array(item) }) },
  })

export const systemUsers = latest('users', 'listSystemUsers', 'Everybody with an account', systemUser)
export const systemSessions = latest('sessions', 'listSystemSessions', 'Every session', systemSession)
export const systemTasks = latest('tasks', 'listSystemTasks', 'Long work', systemTask)
export const systemLetters = latest('mail', 'listSystemLetters', 'Letters, sent and to be sent', systemMail)

export const checkLog = endpoint('GET /api/sysadmin/log', {
  id: 'checkLog',
  tag,
  summary: 'Is the activity log whole?',
  access: 'sysadmin',
  answers: { 200: logCheck },
})
export const readVersion = endpoint('GET /api/sysadmin/version', {
  id: 'readVersion',
  tag,
  summary: 'What runs here',
  access: 'sysadmin',
  answers: { 200: systemVersion },
})
export const readRetention = endpoint('GET /api/sysadmin/retention', {
  id: 'readRetention',
  tag,
  summary: 'What is kept for how long',
  access: 'sysadmin',
  answers: { 200: retention },
})
export const endSession = endpoint('DELETE /api/sysadmin/session/:id', {
  id: 'endSession',
  tag,
  summary: 'Ends a session of anybody',
  access: 'sysadmin',
  answers: { 204: none },
})
export const retryLetter = endpoint('POST /api/sysadmin/mail/:id/retry', {
  id: 'retryLetter',
  tag,
  summary: 'Sends a letter again',
  access: 'sysadmin',
  answers: { 204: none },
})
export const resetDatabase = endpoint('POST /api/sysadmin/reset-database', {
  id: 'resetDatabase',
  tag,
  summary: 'Loads the demonstration market anew; only in demonstration mode',
  access: 'sysadmin',
  body: z.object({ name: z.literal(RESET_WORD, { error: `Type ${RESET_WORD} to confirm` }) }),
  answers: { 200: z.object({ message: z.string() }) },
})

/** For those who run an installation. */
export const readHealth = endpoint('GET /healthz', {
  id: 'readHealth',
  tag: 'Running it',
  summary: 'Alive',
  access: 'anyone',
  answers: { 200: z.object({ ok: z.literal(true) }) },
})
const readiness = z.object({
  database: z.boolean().meta({ description: 'It answers, and takes what is written' }),
  queue: z.boolean(),
  files: z.boolean(),
  space: z.boolean().meta({ description: 'There is room on the disk; without, nothing is changed' }),
  clock: z.boolean().meta({
    description:
      'The clocks of server and database differ by a minute at most; otherwise no scheduled job runs',
  }),
  accepting: z.boolean().meta({ description: 'False once the server has been told to stop' }),
  message: maybeText.meta({ description: 'What is wrong with the clock, with both times' }),
})
export type Readiness = z.infer<typeof readiness>
export const readReadiness = endpoint('GET /readyz', {
  id: 'readReadiness',
  tag: 'Running it',
  summary: 'Are database, queue and files within reach, is there room, and is it to be asked at all?',
  access: 'anyone',
  answers: { 200: readiness, 503: readiness },
})
export const readMetrics = endpoint('GET /metrics', {
  id: 'readMetrics',
  tag: 'Running it',
  summary: 'How it is doing, for Prometheus',
  access: 'anyone',
  answers: { 200: media({ 'text/plain': z.string() }) },
})
export const readOpenApi = endpoint('GET /api/openapi.json', {
  id: 'readOpenApi',
  tag: 'Running it',
  summary: 'This description of the interface, OpenAPI 3.1',
  access: 'anyone',
  kept: 'release',
  answers: { 200: z.looseObject({ openapi: z.literal('3.1.0') }) },
})
export const readMailbox = endpoint('GET /dev/mail', {
  id: 'readMailbox',
  tag: 'Running it',
  summary: 'The local mailbox, while no mail server is named',
  access: 'anyone',
  answers: { 200: media({ 'text/html': z.string() }), 404: refusal },
})
export const readLetter = endpoint('GET /dev/mail/:id', {
  id: 'readLetter',
  tag: 'Running it',
  summary: 'A letter of the local mailbox',
  access: 'anyone',
  answers: { 200: media({ 'text/html': z.string() }) },
})

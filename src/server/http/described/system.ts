import { z } from 'zod'
import { USER_GROUPS } from '#domain/user'
import type * as wire from '#domain/wire/system'
import { TASK_STATES } from '../../store/tables.ts'
import { instant, named } from './general.ts'
import { session } from './signing-in.ts'
import { type Described, get } from './route.ts'

const tag = 'System'
const text = z.string()
const textIfAny = text.nullable()

const user = z.object({
  id: text,
  username: text,
  displayName: text,
  email: text,
  groups: z.array(z.enum(USER_GROUPS)),
  organisation: named.nullable(),
  active: z.boolean(),
  secondFactor: z.boolean(),
  mustResetPassword: z.boolean(),
  sessions: z.int(),
  lastSignIn: instant.nullable(),
}) satisfies z.ZodType<wire.SystemUser>
const task = z.object({
  id: text,
  kind: text,
  round: named.nullable(),
  state: z.enum(TASK_STATES),
  progress: z.number().nullable(),
  attempt: z.int(),
  message: textIfAny,
  createdAt: instant,
  finishedAt: instant.nullable(),
}) satisfies z.ZodType<wire.SystemTask>
const letter = z.object({
  id: text,
  letter: text,
  to: text,
  state: z.enum(['queued', 'sent', 'failed']),
  attempt: z.int(),
  message: textIfAny,
  createdAt: instant,
  notBefore: instant,
  sentAt: instant.nullable(),
}) satisfies z.ZodType<wire.SystemMail>
const log = z.union([
  z.object({ ok: z.literal(true), length: z.int(), hash: text }),
  z.object({ ok: z.literal(false), seq: z.int(), why: text }),
]) satisfies z.ZodType<wire.LogCheck>
const version = z.object({
  version: text,
  node: text,
  database: text,
  migration: text,
  startedAt: instant,
}) satisfies z.ZodType<wire.SystemVersion>

const list = (path: string, summary: string, item: z.ZodType): [string, Described] =>
  get(`/api/sysadmin/${path}`, { tag, summary, answer: z.object({ items: z.array(item) }) })

/** The system area. */
export const system: [string, Described][] = [
  list('users', 'Everybody with an account', user),
  list('sessions', 'Every session', session.extend({ user: named })),
  list('tasks', 'Long work', task),
  list('mail', 'Letters, sent and to be sent', letter),
  get('/api/sysadmin/log', { tag, summary: 'Is the activity log whole?', answer: log }),
  get('/api/sysadmin/version', { tag, summary: 'What runs here', answer: version }),
  ['DELETE /api/sysadmin/session/:id', { tag, summary: 'Ends a session' }],
  ['POST /api/sysadmin/mail/:id/retry', { tag, summary: 'Sends a letter again', body: z.object({}) }],
]

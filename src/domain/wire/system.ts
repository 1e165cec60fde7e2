import type { Instant } from '../dates.ts'
import type { UserGroup } from '../user.ts'
import type { SessionItem } from './account.ts'
import type { Named } from './general.ts'

/*
 * The system area, for system administrators only; every list is `{ items }`, the latest first, at most 500.
 *
 * | Method and path                      | Answer                       |
 * |--------------------------------------|------------------------------|
 * | GET    /api/sysadmin/users           | { items: SystemUser[] }      |
 * | GET    /api/sysadmin/sessions        | { items: SystemSession[] }   |
 * | DELETE /api/sysadmin/session/{id}    | 204                          |
 * | GET    /api/sysadmin/tasks           | { items: SystemTask[] }      |
 * | GET    /api/sysadmin/mail            | { items: SystemMail[] }      |
 * | POST   /api/sysadmin/mail/{id}/retry | 204                          |
 * | GET    /api/sysadmin/log             | LogCheck                     |
 * | GET    /api/sysadmin/version         | SystemVersion                |
 *
 * What is done with a user is done by the actions of GET /api/user/{id}.
 */

/** A person with all that an access review asks. */
export interface SystemUser {
  id: string
  username: string
  displayName: string
  email: string
  groups: UserGroup[]
  organisation: Named | null
  active: boolean
  secondFactor: boolean
  mustResetPassword: boolean
  sessions: number
  lastSignIn: Instant | null
}

/** A sign-in of anybody. */
export interface SystemSession extends SessionItem {
  user: Named
}

/** A piece of long work. */
export interface SystemTask {
  id: string
  kind: string
  round: Named | null
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  progress: number | null
  attempt: number
  message: string | null
  createdAt: Instant
  finishedAt: Instant | null
}

/** A letter of the outbox: that it is there, never what it says. */
export interface SystemMail {
  id: string
  letter: string
  to: string
  state: 'queued' | 'sent' | 'failed'
  attempt: number
  message: string | null
  createdAt: Instant
  notBefore: Instant
  sentAt: Instant | null
}

/** Is the activity log as it was written? If not: from which entry on, and what is wrong with it. */
export type LogCheck = { ok: true; length: number; hash: string } | { ok: false; seq: number; why: string }

export interface SystemVersion {
  version: string
  node: string
  database: string
  migration: string
  startedAt: Instant
}

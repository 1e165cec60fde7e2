import type { Generated, ColumnType } from 'kysely'
import type { TaskName } from '#actions/kit/changes'
import type { BulkItemState } from '#contract/desk/bulk'
import type { Instant } from '@credit-market/values/dates'
import type { Kind } from '#domain/disclosure/entities'
import type { Pence } from '@credit-market/values/money'

/** A column of nested values: written as JSON text, read as the value. */
export type Json<T> = ColumnType<
  T,
  null extends T ? string | null : string,
  null extends T ? string | null : string
>

export const TASK_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type TaskState = (typeof TASK_STATES)[number]

/** A piece of long work: requested by an action, done by a worker that holds a lease on it. */
export interface TaskTable {
  id: string
  kind: TaskName | 'bulk'
  /** Null if it belongs to no round. */
  roundId: string | null
  payload: Json<Record<string, string>>
  state: Generated<TaskState>
  phase: string | null
  /** From 0 to 1. */
  progress: number | null
  surplus: Pence | null
  bound: Pence | null
  gap: number | null
  winners: number | null
  message: string | null
  attempt: Generated<number>
  unanswered: Generated<number>
  setAsideAt: Instant | null
  leaseUntil: Instant | null
  cancelRequested: Generated<boolean>
  createdAt: Instant
  startedAt: Instant | null
  finishedAt: Instant | null
}

/** One action on many items, requested at once. The task with the same id has its progress. */
export interface BulkActTable {
  id: string
  userId: string
  key: string
  kind: Kind
  action: string
  answers: Json<Record<string, unknown>>
  /** Reason, if each is proposed for a second approval. */
  reason: string | null
  steppedUpAt: Instant | null
  createdAt: Instant
}

/** One item of a bulk action, in the order of the request. */
export interface BulkItemTable {
  bulkId: string
  place: number
  subjectId: string
  version: number | null
  answers: Json<Record<string, unknown>>
  state: Generated<BulkItemState>
  message: string | null
}

/** An email that waits to be sent: to one person, to the people of an organisation, or to one address. */
export interface MailOutboxTable {
  id: string
  letter: string
  organisationId: string | null
  toAddress: string | null
  userId: string | null
  facts: Json<Record<string, string>>
  state: Generated<'queued' | 'sent' | 'failed'>
  attempt: Generated<number>
  unanswered: Generated<number>
  setAsideAt: Instant | null
  bounced: Generated<boolean>
  notBefore: Instant
  message: string | null
  createdAt: Instant
  sentAt: Instant | null
}

/** An inspection of an uploaded file that has begun and has no result yet. */
export interface InspectionTable {
  /** SHA-256 of the file, and the kind of reading. */
  id: string
  attempt: Generated<number>
  unanswered: Generated<number>
  leaseUntil: Instant | null
  message: string | null
  setAsideAt: Instant | null
  begunAt: Instant
}

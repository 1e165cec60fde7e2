import { createHash } from 'node:crypto'
import type { ActionResult } from '#contract/kit/form'
import { canonicalJson } from '@credit-market/values/canonical'
import type { Instant } from '@credit-market/values/dates'
import type { ActivityTable } from '../store/tables/log-tables.ts'
import type { StoreTransaction } from '../store/store.ts'
import { findEntryToPromise } from './promised-entry.ts'
import { isFileRef } from './facts.ts'
import { invalidAnswersError } from './refusals.ts'
import type { ActionRequest } from './prepare.ts'
import type { ChangedSubjectOrList } from './runtime.ts'

/** Result of a request: its message, the next step of the wizard, and where to look. */
export type ActionRequestResult = Omit<ActionResult, 'context' | 'outcome' | 'promise'> & {
  context: ChangedSubjectOrList
  /** The entry that the log is promised to contain. */
  entry?: ActivityTable | undefined
}

/** Hashes the content of a request; files count by their content. */
export const hashRequestContent = async (
  tx: StoreTransaction,
  { kind, subjectId, actionName, submission, wizardName, idempotencyKey }: ActionRequest,
): Promise<string> => {
  if (!idempotencyKey) return ''
  const said = { ...submission, values: await withContents(tx, submission.values) }
  return createHash('sha256')
    .update(canonicalJson({ kind, subjectId, actionName, submission: said, wizardName: wizardName ?? null }))
    .digest('hex')
}

/** The same file sent again is another upload with the same content. */
const withContents = async (
  tx: StoreTransaction,
  values: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const ids = Object.values(values).flatMap(value => (isFileRef(value) ? [value.id] : []))
  if (ids.length === 0) return values
  const found = await tx.db
    .selectFrom('filedDocument')
    .select(['id', 'sha256'])
    .where('id', 'in', ids)
    .execute()
  const contents = new Map(found.map(({ id, sha256 }) => [id, sha256]))
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) =>
      isFileRef(value) ? [field, { ...value, id: contents.get(value.id) ?? value.id }] : [field, value],
    ),
  )
}

/**
 * Returns the stored result of an identical earlier request; waits for one that is being processed now. The shown
 * records are not stored: a repeated request shows their current state.
 */
export const findIdempotentReply = async (
  tx: StoreTransaction,
  { idempotencyKey: key, actor: { userId } }: ActionRequest,
  requestHash: string,
  now: Instant,
): Promise<ActionRequestResult | undefined> => {
  if (!key || !userId) return undefined
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('idempotency')
    .values({ userId, key, requestHash, status: 200, answer: '', createdAt: now })
    .onConflict(clash => clash.columns(['userId', 'key']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return undefined
  const before = await tx.db
    .selectFrom('idempotency')
    .select(['requestHash', 'answer', 'createdAt'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (before.requestHash !== requestHash)
    throw invalidAnswersError({ form: 'This Idempotency-Key was used for another request' })
  // Earlier versions stored everything that was shown; only the place is used.
  const { message, nextAction, proposal, context }: ActionRequestResult = JSON.parse(before.answer)
  return {
    ...{ message, nextAction, context: { kind: context.kind, id: context.id } },
    ...(proposal !== undefined && { proposal }),
    entry: await entryOf(tx, before.createdAt, { ...context, userId }),
  }
}

/** The log entry of a result at an instant, for which a promise was given. */
const entryOf = async (
  { db }: StoreTransaction,
  at: Instant,
  { kind, id, userId }: ChangedSubjectOrList & { userId: string },
): Promise<ActivityTable | undefined> =>
  findEntryToPromise(
    await db
      .selectFrom('activity')
      .selectAll()
      .where('subjectKind', '=', kind)
      .where('subjectId', '=', id)
      .where('actorId', '=', userId)
      .where('at', '=', at)
      .execute(),
  )

/** Stores the result, for the same request sent again. Throws if one that is only sent here was sent before. */
export const saveIdempotentReply = async (
  tx: StoreTransaction,
  request: ActionRequest & { requestHash: string; now: Instant },
  decided: ActionRequestResult,
): Promise<void> => {
  const { idempotencyKey: key, requestHash, now: createdAt, isOnlySentHere } = request
  const { userId } = request.actor
  if (!key || !userId) return
  const answer = JSON.stringify(decided)
  if (isOnlySentHere)
    await tx.db
      .insertInto('idempotency')
      .values({ userId, key, requestHash, status: 200, answer, createdAt })
      .execute()
  else
    await tx.db
      .updateTable('idempotency')
      .set({ answer })
      .where('userId', '=', userId)
      .where('key', '=', key)
      .execute()
}

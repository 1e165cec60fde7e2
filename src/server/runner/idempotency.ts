import { createHash } from 'node:crypto'
import type { Done } from '#contract/form'
import { canonicalJson } from '#domain/canonical'
import type { Instant } from '#domain/dates'
import type { Tx } from '../store/store.ts'
import { isFileRef } from './facts.ts'
import { invalid } from './refusals.ts'
import type { ActionRequest } from './prepare.ts'

const hashOf = async (
  tx: Tx,
  { kind, subjectId, actionName, submission, wizardName }: ActionRequest,
): Promise<string> => {
  const said = { ...submission, values: await withContents(tx, submission.values) }
  return createHash('sha256')
    .update(canonicalJson({ kind, subjectId, actionName, submission: said, wizardName: wizardName ?? null }))
    .digest('hex')
}

/** The same file sent again is another upload with the same content. */
const withContents = async (tx: Tx, values: Record<string, unknown>): Promise<Record<string, unknown>> => {
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

/** The answer given to the same request before; a request that is being answered right now is waited for. */
export const findIdempotentReply = async (
  tx: Tx,
  request: ActionRequest,
  now: Instant,
): Promise<Done | undefined> => {
  const { idempotencyKey: key, actor } = request
  if (!key || !actor.userId) return undefined
  const requestHash = await hashOf(tx, request)
  const row = { userId: actor.userId, key, requestHash, status: 200, answer: '', createdAt: now }
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('idempotency')
    .values(row)
    .onConflict(clash => clash.columns(['userId', 'key']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return undefined
  const before = await tx.db
    .selectFrom('idempotency')
    .select(['requestHash', 'answer'])
    .where('userId', '=', actor.userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (before.requestHash !== requestHash)
    throw invalid({ form: 'This Idempotency-Key was used for another request' })
  const answer: Done = JSON.parse(before.answer)
  return answer
}

/** Keeps the answer, for the same request sent again. */
export const saveIdempotentReply = async (
  tx: Tx,
  { idempotencyKey, actor }: ActionRequest,
  done: Done,
): Promise<void> => {
  if (!idempotencyKey || !actor.userId) return
  await tx.db
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(done) })
    .where('userId', '=', actor.userId)
    .where('key', '=', idempotencyKey)
    .execute()
}

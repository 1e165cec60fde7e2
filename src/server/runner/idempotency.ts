import { createHash } from 'node:crypto'
import type { Done } from '#contract/form'
import { canonicalJson } from '#domain/canonical'
import type { Instant } from '#domain/dates'
import type { Tx } from '../store/store.ts'
import { invalid } from './refusals.ts'
import type { ActionRequest } from './prepare.ts'

const hashOf = ({ kind, subjectId, actionName, submission, wizardName }: ActionRequest): string =>
  createHash('sha256')
    .update(canonicalJson({ kind, subjectId, actionName, submission, wizardName: wizardName ?? null }))
    .digest('hex')

/** The answer given to the same request before; a request that is being answered right now is waited for. */
export const findIdempotentReply = async (
  tx: Tx,
  request: ActionRequest,
  now: Instant,
): Promise<Done | undefined> => {
  const { idempotencyKey: key, actor } = request
  if (!key || !actor.userId) return undefined
  const requestHash = hashOf(request)
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

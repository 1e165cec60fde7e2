import { createHash } from 'node:crypto'
import type { Done } from '#contract/form'
import { canonicalJson } from '#domain/canonical'
import type { Instant } from '#domain/dates'
import type { ActivityTable } from '../store/log-tables.ts'
import type { Tx } from '../store/store.ts'
import { promisedEntry } from './promised-entry.ts'
import { isFileRef } from './facts.ts'
import { invalid } from './refusals.ts'
import type { ActionRequest } from './prepare.ts'
import type { Place } from './runtime.ts'

/** What was decided of a request: what is said of it, the next step of the wizard, and where to look. */
export type Decided = Omit<Done, 'context' | 'outcome' | 'promise'> & {
  context: Place
  /** The entry that the log is promised to hold. */
  entry?: ActivityTable | undefined
}

/** What a request asks for, as one hash: of files their content. */
export const hashOf = async (
  tx: Tx,
  { kind, subjectId, actionName, submission, wizardName, idempotencyKey }: ActionRequest,
): Promise<string> => {
  if (!idempotencyKey) return ''
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

/**
 * What was decided of the same request before; a request that is being decided right now is waited for. What is shown of it
 * is not kept: whoever asks again is shown what is there by then.
 */
export const findIdempotentReply = async (
  tx: Tx,
  { idempotencyKey: key, actor: { userId } }: ActionRequest,
  requestHash: string,
  now: Instant,
): Promise<Decided | undefined> => {
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
    throw invalid({ form: 'This Idempotency-Key was used for another request' })
  // Earlier versions kept all that was shown; of it only the place counts.
  const { message, nextAction, proposal, context }: Decided = JSON.parse(before.answer)
  return {
    ...{ message, nextAction, context: { kind: context.kind, id: context.id } },
    ...(proposal !== undefined && { proposal }),
    entry: await entryOf(tx, before.createdAt, { ...context, userId }),
  }
}

/** The entry of what was decided at an instant, for which a promise was given. */
const entryOf = async (
  { db }: Tx,
  at: Instant,
  { kind, id, userId }: Place & { userId: string },
): Promise<ActivityTable | undefined> =>
  promisedEntry(
    await db
      .selectFrom('activity')
      .selectAll()
      .where('subjectKind', '=', kind)
      .where('subjectId', '=', id)
      .where('actorId', '=', userId)
      .where('at', '=', at)
      .execute(),
  )

/** Keeps what was decided, for the same request sent again. */
export const saveIdempotentReply = async (
  tx: Tx,
  { idempotencyKey, actor }: ActionRequest,
  decided: Decided,
): Promise<void> => {
  if (!idempotencyKey || !actor.userId) return
  await tx.db
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(decided) })
    .where('userId', '=', actor.userId)
    .where('key', '=', idempotencyKey)
    .execute()
}

import { readActor } from '#server/auth/sessions'
import { openActionRuntime } from '#server/open-runtime'
import { runAction } from '#server/runner/run-action'
import type { ActionRuntime } from '#server/runner/runtime'
import { connectDatabase } from '#server/store/database'
import { publishInstance } from '#server/instances/publish-instance'
import type { DatabaseConnectionConfig } from '../postgres.ts'

/** Lets the operator of a demonstration publish matches in the market of a settled round, and publishes that round’s match. */
export const publishMatchIn = async (runtime: ActionRuntime, roundId: string): Promise<void> => {
  const round = await runtime.store.read.one('round', roundId)
  const actor = await readActor(runtime.store.db, 'operator')
  if (!round || !actor) throw new Error(`This is not a demonstration with a round ${roundId}`)
  await runAction(runtime, {
    ...{ actor, kind: 'market', subjectId: round.marketId, actionName: 'SetPublishing' },
    ...{ submission: { values: { instances: 'published' } }, idempotencyKey: `publish ${roundId}` },
  })
  // No one holds this task, so nothing is recorded for it.
  const task = { id: 'none', kind: 'publishInstance' as const, roundId, attempt: -1 }
  await publishInstance(runtime, task as Parameters<typeof publishInstance>[1])
}

/** Does the same in the database of a demonstration that another process serves. */
export const publishMatchOf = async (reach: DatabaseConnectionConfig, roundId: string): Promise<void> => {
  const db = connectDatabase(reach)
  await publishMatchIn(openActionRuntime(db, { secondPersonFor: () => 'nobody' }), roundId)
  await db.destroy()
}

import { actorFor } from '#server/auth/sessions'
import { openRuntime } from '#server/open-runtime'
import { runAction } from '#server/runner/run-action'
import { connect } from '#server/store/database'
import { publishInstance } from '#server/tasks/publish-instance'
import type { Reach } from '../postgres.ts'

/** Has the operator of a demonstration publish matches in the market of a settled round, and publishes the match of that round. */
export const publishMatchOf = async (reach: Reach, roundId: string): Promise<void> => {
  const db = connect(reach)
  const runtime = openRuntime(db, { secondPersonFor: () => 'nobody' })
  const round = await runtime.store.read.one('round', roundId)
  const actor = await actorFor(db, 'operator')
  if (!round || !actor) throw new Error(`This is no demonstration with a round ${roundId}`)
  await runAction(runtime, {
    ...{ actor, kind: 'market', subjectId: round.marketId, actionName: 'SetPublishing' },
    ...{ submission: { values: { instances: 'published' } }, idempotencyKey: `publish ${roundId}` },
  })
  // Nobody holds this task, so nothing is said of it.
  const task = { id: 'none', kind: 'publishInstance' as const, roundId, attempt: -1 }
  await publishInstance(runtime, task as Parameters<typeof publishInstance>[1])
  await db.destroy()
}

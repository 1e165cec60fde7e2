import { createHash } from 'node:crypto'
import type { ActionName } from '#actions/index'
import { SYSTEM } from '#domain/people/actor'
import { canonicalJson } from '@credit-market/values/canonical'
import { runAction } from '../runner/run-action.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { savePublishedMatchFile } from './instance-files.ts'

/**
 * Stores a published file of a round's match, and enters its hash in the log with the action that says what it is.
 */
export const storeAndLogPublishedFile = async (
  runtime: ActionRuntime,
  roundId: string,
  { content, actionName }: { content: object; actionName: ActionName<'round'> },
): Promise<void> => {
  const said = canonicalJson(content)
  const sha256 = createHash('sha256').update(said).digest('hex')
  await savePublishedMatchFile(runtime.store.db, { sha256, roundId, at: runtime.now(), said })
  await runAction(runtime, {
    actor: SYSTEM,
    kind: 'round',
    subjectId: roundId,
    actionName,
    submission: { values: { sha256 } },
  })
}

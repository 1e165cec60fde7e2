import { createHash } from 'node:crypto'
import type { ActionName } from '#actions/index'
import { SYSTEM } from '#domain/actor'
import { canonicalJson } from '#domain/canonical'
import { runAction } from '../runner/run-action.ts'
import type { Runtime } from '../runner/runtime.ts'
import { keepInstanceFile } from '../store/instance-files.ts'

/** Keeps what is handed out of the match of a round as a file, and has the log name it by its hash, with the action that says what it is. */
export const nameFile = async (
  runtime: Runtime,
  roundId: string,
  { content, actionName }: { content: object; actionName: ActionName<'round'> },
): Promise<void> => {
  const said = canonicalJson(content)
  const sha256 = createHash('sha256').update(said).digest('hex')
  await keepInstanceFile(runtime.store.db, { sha256, roundId, at: runtime.now(), said })
  await runAction(runtime, {
    actor: SYSTEM,
    kind: 'round',
    subjectId: roundId,
    actionName,
    submission: { values: { sha256 } },
  })
}

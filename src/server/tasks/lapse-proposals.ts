import { nounOf } from '#contract/nouns'
import { SYSTEM } from '#domain/actor'
import { dayOf } from '#domain/dates'
import type { Proposal } from '#domain/proposal'
import { runAction } from '../runner/run-action.ts'
import type { Runtime } from '../runner/runtime.ts'
import type { Job } from './schedule.ts'

const CHANGED = 'What it was proposed upon has changed since'

const hasChanged = async (
  { store }: Runtime,
  { subjectKind, subjectId, subjectVersion }: Proposal,
): Promise<boolean> => {
  const noun = nounOf(subjectKind)
  return noun !== undefined && (await store.read.one(noun.kind, subjectId))?.version !== subjectVersion
}

/** Ends the proposals that nobody has decided in time, and those whose subject has changed since. */
export const lapseProposals: Job = {
  name: 'lapse proposals',
  run: async ({ runtime }) => {
    const today = dayOf(runtime.now())
    const done = { expired: 0, void: 0 }
    for (const one of await runtime.store.read.list('proposal', { status: 'Waiting' })) {
      const isOver = one.expiresOn < today
      if (!isOver && !(await hasChanged(runtime, one))) continue
      await runAction(runtime, {
        ...{ actor: SYSTEM, kind: 'proposal', subjectId: one.id, isUnwatched: true },
        actionName: isOver ? 'Expire' : 'MakeVoid',
        submission: { values: isOver ? {} : { note: CHANGED } },
      })
      done[isOver ? 'expired' : 'void'] += 1
    }
    return done
  },
}

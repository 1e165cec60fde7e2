import { sql } from 'kysely'
import type { Logger } from 'pino'
import { allActions } from '#actions/index'
import { nounOf } from '#contract/nouns/nouns'
import { SYSTEM } from '#domain/people/actor'
import { utcDayOf } from '@credit-market/values/dates'
import { logFailure } from '../process/log-failure.ts'
import { startPollLoop, throttle } from '../process/loop.ts'
import { isProposalOutdated } from '../runner/outdated.ts'
import { HttpError } from '../runner/refusals.ts'
import { runAction } from '../runner/run-action.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { listenToChanges } from '../store/change-feed.ts'
import { WOKEN_LOOP_REST_MS } from '../store/due-work.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'

const CHANGED = 'The facts have changed since it was proposed'

/** Kinds of stored things on which an act may be proposed. */
const PROPOSED_ON = [
  ...new Set(allActions.flatMap(({ approval, on }) => (approval ? (nounOf(on)?.kind ?? []) : []))),
]

const VERSIONS = sql.join(
  PROPOSED_ON.map(
    kind => sql`select ${sql.lit(kind)} as kind, id, version from ${sql.table(kind)}
      where id in (select subject_id from waiting where subject_kind = ${sql.lit(kind)})`,
  ),
  sql` union all `,
)

/** Ids of waiting proposals that are outdated. */
const outdated = async ({ store }: ActionRuntime): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with waiting as materialized (
      select id, subject_kind, subject_id, subject_version from proposal where status = 'Waiting'
        and subject_kind = any(${PROPOSED_ON}::text[])
    )
    select waiting.id from waiting left join (${VERSIONS}) as now on now.kind = subject_kind and now.id = subject_id
    where now.version is distinct from subject_version`.execute(store.db)
  return rows.map(({ id }) => id)
}

/** Ends a proposal; returns false if it had already ended. */
const end = async (
  runtime: ActionRuntime,
  subjectId: string,
  actionName: 'Expire' | 'MakeVoid',
): Promise<boolean> => {
  try {
    await runAction(runtime, {
      ...{ actor: SYSTEM, kind: 'proposal', subjectId, isUnwatched: true, actionName },
      submission: { values: actionName === 'MakeVoid' ? { note: CHANGED } : {} },
    })
    return true
  } catch (error) {
    // Another person or server came first.
    if (!(error instanceof HttpError)) throw error
    return false
  }
}

/** Makes every proposal void whose subject has changed since it was made; returns their number. */
export const voidOutdatedProposals = async (runtime: ActionRuntime): Promise<number> => {
  let done = 0
  for (const id of await outdated(runtime)) if (await end(runtime, id, 'MakeVoid')) done += 1
  return done
}

/**
 * Ends proposals that no one has decided in time, and those whose subject, or the facts of whose form, have changed.
 */
export const endOpenProposals: ScheduledJob = {
  name: 'lapse proposals',
  run: async ({ runtime }) => {
    const today = utcDayOf(runtime.now())
    const waiting = await runtime.store.read.list('proposal', { status: 'Waiting' })
    let expired = 0
    let done = await voidOutdatedProposals(runtime)
    const { db, read } = runtime.store
    for (const one of waiting)
      if (one.expiresOn < today) expired += Number(await end(runtime, one.id, 'Expire'))
      else if (await isProposalOutdated({ db, read, now: runtime.now(), actorOf: runtime.actorOf }, one))
        done += Number(await end(runtime, one.id, 'MakeVoid'))
    return { expired, void: done }
  },
}

const EVERY_MS = 2000

/**
 * Makes proposals void within seconds after their subject changes, until stopped; each run is one statement over the
 * few that wait.
 */
export const startVoidingProposals = (runtime: ActionRuntime, log: Logger): { stop: () => Promise<void> } => {
  const { wake, stop } = startPollLoop(async () => (await voidOutdatedProposals(runtime), false), {
    restMs: WOKEN_LOOP_REST_MS,
    failed: error => logFailure(log, error, 'Proposals could not be made void; the server tries again'),
  })
  const waking = throttle(wake, EVERY_MS)
  const silence = listenToChanges(runtime.changeFeed, waking.call)
  return {
    stop: async () => {
      silence()
      waking.stop()
      await stop()
    },
  }
}

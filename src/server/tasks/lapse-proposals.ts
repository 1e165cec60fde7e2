import { sql } from 'kysely'
import type { Logger } from 'pino'
import { allActions } from '#actions/index'
import { nounOf } from '#contract/nouns'
import { SYSTEM } from '#domain/actor'
import { dayOf } from '#domain/dates'
import { logFailure } from '../log-failure.ts'
import { pollLoop } from '../loop.ts'
import { isOutdated } from '../runner/outdated.ts'
import { HttpError } from '../runner/refusals.ts'
import { runAction } from '../runner/run-action.ts'
import type { Runtime } from '../runner/runtime.ts'
import type { Job } from './schedule.ts'

const CHANGED = 'What it was proposed upon has changed since'

/** The kinds of stored things on which something may be proposed. */
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

/** The proposals that wait upon something that is no longer as it was. */
const outdated = async ({ store }: Runtime): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with waiting as materialized (
      select id, subject_kind, subject_id, subject_version from proposal where status = 'Waiting'
        and subject_kind = any(${PROPOSED_ON}::text[])
    )
    select waiting.id from waiting left join (${VERSIONS}) as now on now.kind = subject_kind and now.id = subject_id
    where now.version is distinct from subject_version`.execute(store.db)
  return rows.map(({ id }) => id)
}

/** Ends a proposal; says whether it was still there to be ended. */
const end = async (
  runtime: Runtime,
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
    // Somebody, or another server, was first.
    if (!(error instanceof HttpError)) throw error
    return false
  }
}

/** Makes every proposal void whose subject has changed since it was made; says how many. */
export const voidOutdated = async (runtime: Runtime): Promise<number> => {
  let done = 0
  for (const id of await outdated(runtime)) if (await end(runtime, id, 'MakeVoid')) done += 1
  return done
}

/** Ends the proposals that nobody has decided in time, and those whose subject, or what their form knew, has changed since. */
export const lapseProposals: Job = {
  name: 'lapse proposals',
  run: async ({ runtime }) => {
    const today = dayOf(runtime.now())
    const waiting = await runtime.store.read.list('proposal', { status: 'Waiting' })
    let expired = 0
    let done = await voidOutdated(runtime)
    const { db, read } = runtime.store
    for (const one of waiting)
      if (one.expiresOn < today) expired += Number(await end(runtime, one.id, 'Expire'))
      else if (await isOutdated({ db, read, now: runtime.now(), actorOf: runtime.actorOf }, one))
        done += Number(await end(runtime, one.id, 'MakeVoid'))
    return { expired, void: done }
  },
}

const REST_MS = 2000

/** Makes proposals void soon after their subject changes, until stopped: one statement over the few that wait. */
export const startVoiding = (runtime: Runtime, log: Logger): { stop: () => Promise<void> } =>
  pollLoop(async () => (await voidOutdated(runtime), false), {
    restMs: REST_MS,
    failed: error => logFailure(log, error, 'Proposals could not be made void; it is tried again'),
  })

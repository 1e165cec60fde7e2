import type { ActionName } from '#actions/index'
import { Worker } from 'node:worker_threads'
import { SYSTEM } from '#domain/people/actor'
import { outOfTimeText } from '#domain/unfinished-match/messages'
import { USUAL_MATCH_MINUTES, type UnfinishedMatch } from '#domain/unfinished-match/unfinished-match'
import type { MatchResult } from '#domain/match/match-result'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { hashSolution } from './imported-match.ts'
import type { MatchWork } from './match-worker.ts'
import { matchSecondsHistogram } from '../metrics/counted.ts'
import { matchWorkerFile } from '../process/places.ts'
import { runAction } from '../runner/run-action.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import type { Store } from '../store/store.ts'
import {
  finishTask,
  releaseTask,
  TASK_HEARTBEAT_MS,
  reportProgress,
  type ClaimedTask,
  type RoundTask,
  type TaskReport,
} from '../tasks/queue.ts'

type Outcome =
  | { solution: MatchSolution }
  | { unfinished: UnfinishedMatch }
  | { failure: string }
  | 'cancelled'
  | 'lost'
  | 'stopped'

/**
 * Takes a match from Pending to Matched or Failed. Can be restarted at any point after a crash: the round's status
 * says how far it was, and the problem stays frozen.
 */
export const performMatchTask = async (
  runtime: ActionRuntime,
  task: RoundTask,
  stop: AbortSignal,
): Promise<void> => {
  const { store } = runtime
  const { roundId } = task
  const asSystem = (actionName: ActionName<'round'>, values: Record<string, unknown>) =>
    runAction(runtime, {
      actor: SYSTEM,
      kind: 'round',
      subjectId: roundId,
      actionName,
      submission: { values },
    })

  if ((await store.read.one('round', roundId))?.status === 'Pending') await asSystem('BeginMatch', {})
  const round = await store.read.one('round', roundId)
  if (round?.status !== 'Matching') return finishTask(store.db, task, 'done', null)

  const frozen = await store.read.latest('matchResult', { roundId, finishedAt: null })
  if (!frozen) throw new Error(`The round ${roundId} is matching without a problem`)
  const since = performance.now()
  // A problem that crashed the server may do so again, so a task to be cancelled is not started.
  const outcome: Outcome = task.cancelRequested
    ? 'cancelled'
    : await runMatchEngine(store, task, frozen, stop, round.matchMinutes ?? USUAL_MATCH_MINUTES)
  if (outcome === 'lost') return
  if (outcome === 'stopped') return releaseTask(store.db, task)

  matchSecondsHistogram.observe({ outcome: kindOf(outcome) }, (performance.now() - since) / 1000)
  if (typeof outcome === 'object' && 'solution' in outcome) {
    const { solution } = outcome
    const solutionHash = hashSolution(solution)
    const { problemHash } = solution
    await asSystem('RecordMatch', { outcome: 'Solved', solution, problemHash, solutionHash })
    return finishTask(store.db, task, 'done', null)
  }
  if (typeof outcome === 'object' && 'unfinished' in outcome) {
    const { unfinished } = outcome
    const failure = outOfTimeText(unfinished.open)
    await asSystem('RecordMatch', { outcome: 'Unfinished', unfinished, failure })
    return finishTask(store.db, task, 'failed', failure)
  }
  const failure = outcome === 'cancelled' ? await whoCancelled(store, task) : outcome.failure
  await asSystem('RecordMatch', { outcome: 'Failed', failure })
  return finishTask(store.db, task, outcome === 'cancelled' ? 'cancelled' : 'failed', failure)
}

const kindOf = (outcome: Exclude<Outcome, 'lost' | 'stopped'>) =>
  outcome === 'cancelled'
    ? outcome
    : 'solution' in outcome
      ? 'solved'
      : 'unfinished' in outcome
        ? 'unfinished'
        : 'failed'

const whoCancelled = async (store: Store, task: ClaimedTask): Promise<string> => {
  const row = await store.db.selectFrom('task').select('message').where('id', '=', task.id).executeTakeFirst()
  return row?.message ?? 'Cancelled'
}

/** A message of the worker: its progress, or its end. */
type WorkerReport = { progress: TaskReport } | ({ progress?: never } & Extract<Outcome, object>)

/** Runs the engine in a thread for some minutes, or has it price a best known match; reports its progress once a second with the heartbeat. */
export const runMatchEngine = (
  store: Store,
  task: ClaimedTask,
  { problem, bestKnown }: Pick<MatchResult, 'problem' | 'bestKnown'>,
  stop: AbortSignal,
  minutes: number = USUAL_MATCH_MINUTES,
): Promise<Outcome> =>
  new Promise(resolve => {
    const worker = new Worker(matchWorkerFile, {
      workerData: { problem, bestKnown, minutes } satisfies MatchWork,
    })
    let latest: TaskReport = {}
    let found: Outcome | undefined
    let isEnding = false
    const end = (outcome: Outcome): void => {
      // Terminating the thread makes it exit, which would look like a failure.
      if (isEnding) return
      isEnding = true
      clearInterval(heartbeat)
      stop.removeEventListener('abort', onStop)
      const ended = () => resolve(outcome)
      worker.terminate().then(ended, ended)
    }
    const onStop = () => end('stopped')
    const beat = async (): Promise<void> => {
      const answer = await reportProgress(store.db, task, latest)
      if (answer !== 'go on') end(answer === 'cancel' ? 'cancelled' : 'lost')
    }
    // A short database outage shows at the next heartbeat, or as an expired lease.
    const heartbeat = setInterval(() => void beat().catch(() => {}), TASK_HEARTBEAT_MS)
    stop.addEventListener('abort', onStop)
    // The server may have been told to stop while the round was read.
    if (stop.aborted) onStop()
    worker.on('message', (said: WorkerReport) => {
      if (said.progress) latest = said.progress
      else found = said
      // The last report shows the match as complete before the round says so.
      const outcome = found
      if (!outcome) return
      const ended = () => end(outcome)
      beat().then(ended, ended)
    })
    worker.on('error', error => end({ failure: error.message }))
    worker.on('exit', code => found ?? end({ failure: `The engine stopped with code ${code}` }))
  })

import { mayReadPublishedMatch } from '#domain/disclosure/disclosure'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import {
  drawPseudonyms,
  type PublishedMatchData,
  swapPseudonymsToKeepLeftoverPence,
  swapPseudonymsToKeepShares,
} from '#domain/match/instance'
import { pseudonymizeMatch } from './under-pseudonyms.ts'
import { readAmountLogTags } from './tags.ts'
import { storeAndLogPublishedFile } from './name-file.ts'
import { runVerifierThread, type SharesByRuleResult } from './thread.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { chainPendingEntries } from '../log/chaining.ts'
import { finishTask, TASK_HEARTBEAT_MS, reportProgress, type RoundTask } from '../tasks/queue.ts'

/** Time limit of the second solver in seconds; if it is reached, ties of shares to the penny are not checked. */
const SECONDS = 60
const GRACE_MS = 30_000

const verified = async ({
  problem,
  solution,
}: Pick<PublishedMatchData, 'problem' | 'solution'>): Promise<SharesByRuleResult> =>
  (await runVerifierThread(
    { what: 'shares', problem, solution, seconds: SECONDS },
    SECONDS * 1000 + GRACE_MS,
  )) ?? {
    findings: [],
    shares: null,
  }

/**
 * The match of a round under random pseudonyms, with the same outcome for everything that the rule decides by name.
 */
const instanceOf = async (
  { store, newId }: ActionRuntime,
  roundId: string,
  problem: MatchProblem,
  solution: MatchSolution,
): Promise<{ instance: PublishedMatchData; findings: readonly string[] }> => {
  const first = swapPseudonymsToKeepLeftoverPence(drawPseudonyms(problem, newId), solution)
  const drawn = pseudonymizeMatch(first, problem, solution)
  const { findings, shares } = await verified(drawn)
  const pseudonyms = shares ? swapPseudonymsToKeepShares(first, solution, shares) : first
  const tags = await readAmountLogTags(store.db, problem)
  const lines = [...pseudonyms.offer, ...pseudonyms.bid].map(([id, name]) => ({
    id: name,
    tag: tags.get(id) ?? null,
  }))
  return {
    instance: {
      roundId,
      ...pseudonymizeMatch(pseudonyms, problem, solution),
      lines: lines.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    },
    findings,
  }
}

/**
 * Publishes the match of a settled round: builds its file, stores it under its hash and enters the hash in the log. A
 * match that the verifier finds errors in is not published, and the task reports why. Can be restarted at any point.
 */
export const publishInstance = async (runtime: ActionRuntime, task: RoundTask): Promise<void> => {
  const { store } = runtime
  const { roundId } = task
  const round = await store.read.one('round', roundId)
  const market = round && (await store.read.one('market', round.marketId))
  const result = await store.read.latest('matchResult', { roundId })
  const isWanted =
    round && market && round.instanceSha256 === null && mayReadPublishedMatch(null, round.status, market)
  if (!isWanted || !result?.solution) return finishTask(store.db, task, 'done', null)
  await chainPendingEntries(store.db)
  const heartbeat = setInterval(
    () => void reportProgress(store.db, task, {}).catch(() => {}),
    TASK_HEARTBEAT_MS,
  )
  try {
    const { instance, findings } = await instanceOf(runtime, roundId, result.problem, result.solution)
    if (findings.length > 0) return await finishTask(store.db, task, 'failed', findings.join('\n'))
    try {
      await storeAndLogPublishedFile(runtime, roundId, { content: instance, actionName: 'PublishInstance' })
    } catch (error) {
      // A worker that was presumed dead may have finished first: only one match under pseudonyms may be published.
      const now = await store.read.one('round', roundId)
      if (!now?.instanceSha256) throw error
    }
    return await finishTask(store.db, task, 'done', null)
  } finally {
    clearInterval(heartbeat)
  }
}

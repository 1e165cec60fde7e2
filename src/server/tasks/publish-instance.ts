import { mayKnowInstance } from '#domain/disclosure'
import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import { drawPseudonyms, type Instance, keepingPence, keepingShares } from '#domain/instance'
import { underPseudonyms } from '#matching/under-pseudonyms'
import { tagsOf } from '../instances/tags.ts'
import { nameFile } from '../instances/name-file.ts'
import { askThread, type SharesFound } from '../instances/thread.ts'
import type { Runtime } from '../runner/runtime.ts'
import { chainNow } from '../store/chaining.ts'
import { finish, HEARTBEAT_MS, report, type RoundTask } from './queue.ts'

/** The second solver stops after so long; which pence ties of shares left over is then not looked at. */
const SECONDS = 60
const GRACE_MS = 30_000

const verified = async ({
  problem,
  solution,
}: Pick<Instance, 'problem' | 'solution'>): Promise<SharesFound> =>
  (await askThread({ what: 'shares', problem, solution, seconds: SECONDS }, SECONDS * 1000 + GRACE_MS)) ?? {
    findings: [],
    shares: null,
  }

/** The match of a round under pseudonyms that nobody can guess, and in which all that the rule decides by name is decided alike. */
const instanceOf = async (
  { store, newId }: Runtime,
  roundId: string,
  problem: MatchProblem,
  solution: MatchSolution,
): Promise<{ instance: Instance; findings: readonly string[] }> => {
  const first = keepingPence(drawPseudonyms(problem, newId), solution)
  const drawn = underPseudonyms(first, problem, solution)
  const { findings, shares } = await verified(drawn)
  const pseudonyms = shares ? keepingShares(first, solution, shares) : first
  const tags = await tagsOf(store.db, problem)
  const lines = [...pseudonyms.offer, ...pseudonyms.bid].map(([id, name]) => ({
    id: name,
    tag: tags.get(id) ?? null,
  }))
  return {
    instance: {
      roundId,
      ...underPseudonyms(pseudonyms, problem, solution),
      lines: lines.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    },
    findings,
  }
}

/**
 * Publishes the match of a settled round: makes its file, keeps it under its hash, and has the log name that. What the verifier
 * finds fault with is not published, and the task says why. It may be begun again at any point.
 */
export const publishInstance = async (runtime: Runtime, task: RoundTask): Promise<void> => {
  const { store } = runtime
  const { roundId } = task
  const round = await store.read.one('round', roundId)
  const market = round && (await store.read.one('market', round.marketId))
  const result = await store.read.latest('matchResult', { roundId })
  const isWanted =
    round && market && round.instanceSha256 === null && mayKnowInstance(null, round.status, market)
  if (!isWanted || !result?.solution) return finish(store.db, task, 'done', null)
  await chainNow(store.db)
  const heartbeat = setInterval(() => void report(store.db, task, {}).catch(() => {}), HEARTBEAT_MS)
  try {
    const { instance, findings } = await instanceOf(runtime, roundId, result.problem, result.solution)
    if (findings.length > 0) return await finish(store.db, task, 'failed', findings.join('\n'))
    try {
      await nameFile(runtime, roundId, { content: instance, actionName: 'PublishInstance' })
    } catch (error) {
      // A worker that was held to be dead may have been first: of two matches under pseudonyms one is published.
      const now = await store.read.one('round', roundId)
      if (!now?.instanceSha256) throw error
    }
    return await finish(store.db, task, 'done', null)
  } finally {
    clearInterval(heartbeat)
  }
}

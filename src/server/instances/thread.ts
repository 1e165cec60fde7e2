import { Worker } from 'node:worker_threads'
import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import type { HandedIn, Standing } from '#matching/verify/handed-in'
import { instanceWorkerFile } from '../places.ts'

/** What the verifier's thread is asked: what a result's shares are by the rule, or how a match stands that was handed in. */
export type Asked =
  | { what: 'shares'; problem: MatchProblem; solution: MatchSolution; seconds: number }
  | { what: 'judge'; problem: MatchProblem; solution: MatchSolution; known: HandedIn | null; match: unknown }

/** What is wrong with a result, and where nothing is what its shares are by the rule, as far as that is exact. */
export interface SharesFound {
  findings: string[]
  shares: ReadonlyMap<string, number> | null
}

/** What is wrong with a match that was handed in; else how it stands, and whether it is better than what was handed in before. */
export type Judged =
  | { findings: string[]; match?: undefined }
  | { findings: []; match: HandedIn; standing: Standing; isNews: boolean }

type AnswerTo<A extends Asked> = A extends { what: 'shares' } ? SharesFound : Judged

/** Asks the verifier in a thread of its own, which is stopped afterwards; null when it has not answered in time. */
export const askThread = <A extends Asked>(asked: A, milliseconds: number): Promise<AnswerTo<A> | null> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(instanceWorkerFile, { workerData: asked })
    const end = (answer: AnswerTo<A> | null): void => {
      clearTimeout(timer)
      resolve(answer)
      worker.terminate().catch(() => {})
    }
    const timer = setTimeout(() => end(null), milliseconds)
    worker.on('message', end)
    worker.on('error', error => {
      clearTimeout(timer)
      reject(error)
    })
  })

import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import loadHighs from 'highs'
import type { Filed } from '../../src/matching/verify/filed.ts'
import { secondSolver } from '../../src/matching/verify/second-solver.ts'
import { verdictOn } from '../../src/matching/verify/verdict.ts'
import type { Verdict } from '../../src/matching/verify/market.ts'

/** A file to check, and how long the second solver may take in all. */
interface Asked {
  filed: Filed
  seconds: number
  seed: number | undefined
}

/** What the thread says: what it checks next with what is known by then, or the end. */
type Said = { step: string; soFar: Verdict } | { verdict: Verdict }

/** A solver that does not look at the time is given up so many seconds after it should have. */
const GRACE_SECONDS = 30

const here = new URL(import.meta.url)

/**
 * The verdict on a file, worked out in a thread of its own: should the solver not come back in time, what is known by
 * then is the verdict, and what is left is said not to be checked. Throws what ends the thread.
 */
export const verdictInTime = (asked: Asked): Promise<Verdict> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(here, { workerData: asked })
    let known: Verdict = { findings: [], done: [], open: [] }
    let step = 'everything'
    const end = (): void => {
      resolve({
        ...known,
        open: [...known.open, `${step} and what comes after: the second solver did not come back`],
      })
      void thread.terminate()
    }
    const timer = setTimeout(end, (asked.seconds + GRACE_SECONDS) * 1_000)
    thread.on('message', (said: Said) => {
      if ('step' in said) ({ step, soFar: known } = said)
      else resolve(said.verdict)
    })
    thread.on('error', reject)
    thread.on('exit', () => clearTimeout(timer))
  })

const check = async ({ filed, seconds, seed }: Asked): Promise<void> => {
  const say = (said: Said): void => parentPort?.postMessage(said)
  const end = performance.now() + seconds * 1_000
  const solver = secondSolver(await loadHighs(), () => (end - performance.now()) / 1_000)
  const onProgress = (step: string, soFar: Verdict): void => say({ step, soFar })
  say({ verdict: verdictOn(filed, { solver, seed, onProgress }) })
}

if (!isMainThread && workerData !== null) await check(workerData)

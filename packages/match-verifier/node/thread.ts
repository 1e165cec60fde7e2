import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import loadHighs from 'highs'
import type { ParsedMatchFile } from '../src/filed.ts'
import { createSecondSolver } from '../src/second-solver.ts'
import { verifyMatchFile } from '../src/verdict.ts'
import type { VerificationFindings } from '../src/market.ts'

/** A file to check, and the total time limit of the second solver. */
interface Asked {
  filed: ParsedMatchFile
  seconds: number
  seed: number
  loggedHash: string | undefined
}

/** Messages of the thread: the next step with the verdict so far, or the final verdict. */
type Said = { step: string; soFar: VerificationFindings } | { verdict: VerificationFindings }

/** Time after the limit at which a solver that ignores it is stopped. */
const GRACE_SECONDS = 30

const here = new URL(import.meta.url)

/**
 * The verdict on a file, calculated in its own thread. If the solver does not return in time, the verdict so far
 * counts, and the rest is listed as not checked. Throws what ends the thread.
 */
export const verifyWithTimeLimit = (asked: Asked): Promise<VerificationFindings> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(here, { workerData: asked })
    let known: VerificationFindings = { findings: [], done: [], open: [] }
    let step = 'everything'
    const end = (): void => {
      resolve({
        ...known,
        open: [...known.open, `${step} and all later checks: the second solver did not return`],
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

const check = async ({ filed, seconds, seed, loggedHash }: Asked): Promise<void> => {
  const say = (said: Said): void => parentPort?.postMessage(said)
  const end = performance.now() + seconds * 1_000
  const solver = createSecondSolver(await loadHighs(), () => (end - performance.now()) / 1_000)
  const onProgress = (step: string, soFar: VerificationFindings): void => say({ step, soFar })
  say({ verdict: verifyMatchFile(filed, { solver, seed, loggedHash, onProgress }) })
}

if (!isMainThread && workerData !== null) await check(workerData)

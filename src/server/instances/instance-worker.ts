import { parentPort, workerData } from 'node:worker_threads'
import loadHighs from 'highs'
import { handedInFindings, readHandedIn, standingOf } from '#matching/verify/handed-in'
import { secondSolver } from '#matching/verify/second-solver'
import { sharesByRule } from '#matching/verify/shares-by-rule'
import { verify } from '#matching/verify/verify'
import type { Asked, Judged } from './thread.ts'

const judge = ({ problem, solution, known, match }: Extract<Asked, { what: 'judge' }>): Judged => {
  const { value, faults } = readHandedIn(match)
  if (value === null) return { findings: faults }
  const findings = handedInFindings(problem, value, solution)
  if (findings.length > 0) return { findings }
  const standing = standingOf(problem, value, solution, solution)
  const isNews = known === null || standingOf(problem, value, known, solution).is === 'better'
  return { findings: [], match: value, standing, isNews }
}

/** The thread that verifies what is published and what is handed in, so that the server stays awake. */
const work = async (asked: Asked): Promise<unknown> => {
  if (asked.what === 'judge') return judge(asked)
  const { problem, solution, seconds } = asked
  const findings = verify(problem, solution)
  const end = performance.now() + seconds * 1000
  const solver = secondSolver(await loadHighs(), () => (end - performance.now()) / 1000)
  return { findings, shares: findings.length > 0 ? null : sharesByRule(problem, solution, solver) }
}

work(workerData as Asked).then(
  answer => parentPort?.postMessage(answer),
  (error: unknown) => {
    throw error
  },
)

import { parentPort, workerData } from 'node:worker_threads'
import loadHighs from 'highs'
import {
  findSubmittedMatchErrors,
  parseSubmittedMatch,
  compareSubmittedMatches,
} from '@credit-market/match-verifier/handed-in'
import { createSecondSolver } from '@credit-market/match-verifier/second-solver'
import { calculateSharesByRule } from '@credit-market/match-verifier/shares-by-rule'
import { findResultErrors } from '@credit-market/match-verifier/verify'
import type { VerifierRequest, VerifiedSubmittedMatch } from './thread.ts'

const judge = ({
  problem,
  solution,
  known,
  match,
}: Extract<VerifierRequest, { what: 'judge' }>): VerifiedSubmittedMatch => {
  const { value, faults } = parseSubmittedMatch(match)
  if (value === null) return { findings: faults }
  const findings = findSubmittedMatchErrors(problem, value, solution)
  if (findings.length > 0) return { findings }
  const standing = compareSubmittedMatches(problem, value, solution, solution)
  const isNews = known === null || compareSubmittedMatches(problem, value, known, solution).is === 'better'
  return { findings: [], match: value, standing, isNews }
}

/** Worker thread that verifies published and submitted matches, so that the server stays responsive. */
const work = async (asked: VerifierRequest): Promise<unknown> => {
  if (asked.what === 'judge') return judge(asked)
  const { problem, solution, seconds } = asked
  const findings = findResultErrors(problem, solution)
  const end = performance.now() + seconds * 1000
  const solver = createSecondSolver(await loadHighs(), () => (end - performance.now()) / 1000)
  return { findings, shares: findings.length > 0 ? null : calculateSharesByRule(problem, solution, solver) }
}

work(workerData as VerifierRequest).then(
  answer => parentPort?.postMessage(answer),
  (error: unknown) => {
    throw error
  },
)

import { hashCanonicalJson } from './canonical.ts'
import { seededRandom } from './chance.ts'
import { checkMatchIsBest } from './check-best.ts'
import { checkCoalitionValues, readRecordedClusterValues } from './check-coalitions.ts'
import { checkCriticalPrices } from './check-critical.ts'
import { checkShares } from './check-shares.ts'
import { checkTieBreaking } from './check-ties.ts'
import { clusterComponentsByWinner } from './clusters.ts'
import { splitIntoComponents } from './components.ts'
import type { ParsedMatchFile } from './filed.ts'
import type { CheckedMarket, VerificationFindings } from './market.ts'
import { buildVerifierRound } from './round.ts'
import type { SecondSolver } from './second-solver.ts'
import { findErrorsInParsedResult } from './verify.ts'

/** Inputs of the checks in addition to the file. */
export interface VerifierOptions {
  solver: SecondSolver
  /** Seed of the samples; by default it follows from the file. */
  seed?: number
  /** Called before each check with its name and the verdict so far. */
  onProgress?: (step: string, soFar: VerificationFindings) => void
}

const INTEGERS =
  'Flows on every day, the reserve, groups, money, parts, explanations and sums were checked in whole numbers.'

/** Checks everything in the file of a match. */
export const verifyMatchFile = (
  filed: ParsedMatchFile,
  { solver, seed, onProgress }: VerifierOptions,
): VerificationFindings => {
  const { problem, result, coalitions } = filed
  const round = buildVerifierRound(problem)
  const verdict: VerificationFindings = {
    findings: [...filed.findings, ...findErrorsInParsedResult(round, result)],
    done: [INTEGERS],
    open: [],
  }
  const begun = seed ?? Number.parseInt(hashCanonicalJson({ problem, result, coalitions }).slice(0, 8), 16)
  const isImported = result.rule === 'Imported'
  if (isImported) {
    verdict.done.push('The match is imported, so its prices were not checked against the price rule.')
    verdict.open.push('prices and ties of an imported match')
  } else if (verdict.findings.length > 0)
    verdict.open.push('ties and prices, because earlier checks found errors')
  const components = splitIntoComponents(round)
  const marketFor = (isCareful: boolean): CheckedMarket => ({
    round,
    result,
    components,
    solver,
    isCareful,
    chance: seededRandom(begun),
    seed: begun,
  })
  const take = ({ findings, done, open }: VerificationFindings): void => {
    verdict.findings.push(...findings)
    verdict.done.push(...done)
    verdict.open.push(...open)
  }
  // A mismatch is checked again in another form before it counts, because solvers can be wrong too.
  const run = (step: string, check: (market: CheckedMarket) => VerificationFindings): void => {
    onProgress?.(step, verdict)
    const first = check(marketFor(false))
    take(first.findings.length === 0 ? first : check(marketFor(true)))
  }
  run('the greatest surplus', checkMatchIsBest)
  if (isImported || verdict.findings.length > 0) return verdict
  const filedIn = (market: CheckedMarket) => {
    const clusters = clusterComponentsByWinner(market)
    return {
      clusters,
      values: coalitions === null ? null : readRecordedClusterValues(market, clusters, coalitions),
    }
  }
  run('ties', checkTieBreaking)
  verdict.findings.push(...(filedIn(marketFor(false)).values?.findings ?? []))
  if (verdict.findings.length > 0) return verdict
  if (coalitions !== null)
    run('values of coalitions', market => checkCoalitionValues(market, filedIn(market).values?.filed ?? []))
  run('shares', market => {
    const { clusters, values } = filedIn(market)
    return checkShares(market, values?.filed ?? null, clusters)
  })
  run('critical prices', checkCriticalPrices)
  return verdict
}

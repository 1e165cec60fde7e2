import { hashOf } from './canonical.ts'
import { chanceOf } from './chance.ts'
import { checkBest } from './check-best.ts'
import { checkCoalitions, filedClusters } from './check-coalitions.ts'
import { checkCritical } from './check-critical.ts'
import { checkShares } from './check-shares.ts'
import { checkTies } from './check-ties.ts'
import { clustersOf } from './clusters.ts'
import { componentsOf } from './components.ts'
import type { Filed } from './filed.ts'
import type { Market, Verdict } from './market.ts'
import { roundOf } from './round.ts'
import type { SecondSolver } from './second-solver.ts'
import { judge } from './verify.ts'

/** What the checks need besides the file. */
export interface Means {
  solver: SecondSolver
  /** Begins the samples; by default it follows from the file. */
  seed?: number
  /** Told what is checked next, and what is known before that. */
  onProgress?: (step: string, soFar: Verdict) => void
}

const INTEGERS =
  'Flows on every day, reserve, groups, money, parts, sentences and sums were checked in whole numbers.'

/** Checks all that a file says of a match. */
export const verdictOn = (filed: Filed, { solver, seed, onProgress }: Means): Verdict => {
  const { problem, result, coalitions } = filed
  const round = roundOf(problem)
  const verdict: Verdict = {
    findings: [...filed.findings, ...judge(round, result)],
    done: [INTEGERS],
    open: [],
  }
  const begun = seed ?? Number.parseInt(hashOf({ problem, result, coalitions }).slice(0, 8), 16)
  const isImported = result.rule === 'Imported'
  if (isImported) {
    verdict.done.push('The match is imported: prices not checked against the rule.')
    verdict.open.push('prices and ties, of an imported match')
  } else if (verdict.findings.length > 0)
    verdict.open.push('ties and prices, because what they rest on does not hold')
  const components = componentsOf(round)
  const marketFor = (isCareful: boolean): Market => ({
    round,
    result,
    components,
    solver,
    isCareful,
    chance: chanceOf(begun),
    seed: begun,
  })
  const take = ({ findings, done, open }: Verdict): void => {
    verdict.findings.push(...findings)
    verdict.done.push(...done)
    verdict.open.push(...open)
  }
  // What does not fit is asked again in another way before it is called wrong: solvers are wrong sometimes, too.
  const run = (step: string, check: (market: Market) => Verdict): void => {
    onProgress?.(step, verdict)
    const first = check(marketFor(false))
    take(first.findings.length === 0 ? first : check(marketFor(true)))
  }
  run('the greatest surplus', checkBest)
  if (isImported || verdict.findings.length > 0) return verdict
  const filedIn = (market: Market) => {
    const clusters = clustersOf(market)
    return { clusters, values: coalitions === null ? null : filedClusters(market, clusters, coalitions) }
  }
  run('ties', checkTies)
  verdict.findings.push(...(filedIn(marketFor(false)).values?.findings ?? []))
  if (verdict.findings.length > 0) return verdict
  if (coalitions !== null)
    run('values of coalitions', market => checkCoalitions(market, filedIn(market).values?.filed ?? []))
  run('shares', market => {
    const { clusters, values } = filedIn(market)
    return checkShares(market, values?.filed ?? null, clusters)
  })
  run('critical prices', checkCritical)
  return verdict
}

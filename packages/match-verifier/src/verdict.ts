import { seededRandom } from './exact/chance.ts'
import { checkMatchIsBest } from './check-best.ts'
import { checkBestKnownBound } from './check-bound.ts'
import { checkCoalitionValues, readRecordedClusterValues } from './check-coalitions.ts'
import { checkCriticalPrices } from './check-critical.ts'
import { checkShares } from './check-shares.ts'
import { checkTieBreaking } from './check-ties.ts'
import { clusterComponentsByWinner } from './clusters.ts'
import { splitIntoComponents } from './components.ts'
import type { ParsedMatchFile } from './filed.ts'
import { countWithNoun, type CheckedMarket, type VerificationFindings } from './market.ts'
import { countJoinedOwners } from './shapes/problem-shape.ts'
import { buildVerifierRound } from './round.ts'
import type { SecondSolver } from './second-solver.ts'
import { findErrorsInParsedResult, followsServingRule } from './verify.ts'
import { problemOfShares, type ProblemWithResult } from './winners-alone.ts'

/** Inputs of the checks in addition to the file. */
export interface VerifierOptions {
  solver: SecondSolver
  /** Seed of the samples, drawn where the check runs, so that whoever makes a file cannot know it. */
  seed: number
  /** Hash that the public log names: of the problem that the round froze, or of the published file. */
  loggedHash?: string | undefined
  /** Called before each check with its name and the verdict so far. */
  onProgress?: (step: string, soFar: VerificationFindings) => void
}

const INTEGERS =
  'Flows on every day, the reserve, groups, money, parts, explanations and sums were checked in whole numbers.'

const WORD = 'Nothing here relies on what the file says of its engine, its solver and its own certainty.'

const ALONE =
  'The match is not proven to be the best. What follows is about the winning offers and bids alone, with which it was priced.'

const SERVING = {
  byRule: 'Who serves whom was compared with the published rule: nearest first, then earliest, then by name.',
  allowed:
    'Any way to serve the winners from the funded projects counted as right: the match was imported, or is from before there was a rule of who serves whom.',
} as const

/** Compares the problem or the file with the hash in the public log. */
const checkIsLogged = (
  { fileHash, result: { problemHash } }: ParsedMatchFile,
  loggedHash: string | undefined,
): VerificationFindings => {
  if (loggedHash === undefined)
    return {
      findings: [],
      done: [],
      open: [
        `whether this is what the public log names: look there for the problem ${problemHash} or the file ${fileHash}`,
      ],
    }
  if (loggedHash === problemHash)
    return { findings: [], done: ['The problem is the one that the public log names.'], open: [] }
  if (loggedHash === fileHash)
    return { findings: [], done: ['The file is the one that the public log names.'], open: [] }
  return {
    findings: ['Neither the problem nor the file is the one that the public log names'],
    done: [],
    open: [],
  }
}

/** Checks everything in the file of a match. */
export const verifyMatchFile = (
  filed: ParsedMatchFile,
  { solver, seed, loggedHash, onProgress }: VerifierOptions,
): VerificationFindings => {
  const { problem, result, coalitions } = filed
  const round = buildVerifierRound(problem)
  const verdict: VerificationFindings = {
    findings: [...filed.findings, ...findErrorsInParsedResult(round, result)],
    done: [INTEGERS, followsServingRule(result) ? SERVING.byRule : SERVING.allowed, WORD],
    open: [],
  }
  const take = ({ findings, done, open }: VerificationFindings): void => {
    verdict.findings.push(...findings)
    verdict.done.push(...done)
    verdict.open.push(...open)
  }
  const isImported = result.rule === 'Imported'
  if (isImported) {
    verdict.done.push('The match is imported, so its prices were not checked against the price rule.')
    verdict.open.push('prices and ties of an imported match')
  } else if (verdict.findings.length > 0)
    verdict.open.push('ties and prices, because earlier checks found errors')
  take(checkIsLogged(filed, loggedHash))
  const marketMaker = (its: ProblemWithResult): ((isCareful: boolean) => CheckedMarket) => {
    const itsRound = its.problem === problem ? round : buildVerifierRound(its.problem)
    const components = splitIntoComponents(itsRound)
    const common = { round: itsRound, result: its.result, components, solver, seed }
    return isCareful => ({ ...common, isCareful, chance: seededRandom(seed) })
  }
  const joined = countJoinedOwners(problem)
  if (joined > 0)
    verdict.done.push(
      `Of ${countWithNoun(joined, 'organisation')} the file says that another one stands for their party, because they are under common control. Shares are of parties.`,
    )
  if (result.bestKnown !== undefined) verdict.done.push(ALONE)
  const marketFor = marketMaker(problemOfShares({ problem, result }))
  // A mismatch is checked again in another form before it counts, because solvers can be wrong too.
  const run = (
    step: string,
    check: (market: CheckedMarket) => VerificationFindings,
    make: (isCareful: boolean) => CheckedMarket = marketFor,
  ): void => {
    onProgress?.(step, verdict)
    const first = check(make(false))
    take(first.findings.length === 0 ? first : check(make(true)))
  }
  run('the greatest surplus', checkMatchIsBest)
  if (isImported || verdict.findings.length > 0) return verdict
  const valuesIn = (market: CheckedMarket) =>
    coalitions && readRecordedClusterValues(market, clusterComponentsByWinner(market), coalitions)
  run('ties', checkTieBreaking)
  verdict.findings.push(...(valuesIn(marketFor(false))?.findings ?? []))
  if (verdict.findings.length > 0) return verdict
  if (coalitions !== null)
    run('values of coalitions', market => checkCoalitionValues(market, valuesIn(market)?.filed ?? []))
  run('shares', market => checkShares(market, valuesIn(market)?.filed ?? null))
  run('critical prices', checkCriticalPrices)
  const { bestKnown } = result
  if (bestKnown !== undefined)
    run(
      'the most that a match can be worth',
      market => checkBestKnownBound(market, bestKnown.bound),
      marketMaker({ problem, result }),
    )
  return verdict
}

import type { MatchProblem } from './problem/match-problem.ts'
import type { MatchSolution } from './problem/match-solution.ts'
import type { Pence } from '@credit-market/values/money'
import { findProblemErrors } from './formats/check-problem.ts'
import {
  MatchCancelledError,
  VerificationFailedError,
  InvalidProblemError,
  NotProvenError,
  TimeLimitError,
  type BestKnownMatch,
} from './formats/errors.ts'
import { hashProblem, sortProblem } from './formats/problem.ts'
import { alikeKeys } from './model/alike.ts'
import { compileMarket, type CompiledMarket } from './model/compile.ts'
import { expandSmallOpenBlocks } from './model/expand-blocks.ts'
import { priceMatch } from './pricing/pricing.ts'
import type { WorkerPool } from './pricing/pool.ts'
import { explainLosses } from './reasons/explain.ts'
import { assignServiceFlows } from './reasons/flows.ts'
import { resultMoneyAndWinners } from './result.ts'
import { initHighs, HIGHS_OPTIONS, HIGHS_SOLVER_NAME } from './solver/highs.ts'
import type { Solver } from './solver/solve-request.ts'
import { createSolver } from './solver/solver.ts'
import { createMatchAudit, type MatchAudit } from './audit.ts'
import { findResultErrors } from '@credit-market/match-verifier/verify'
import { findBestMatch, UnprovenComponent, type BestMatch } from './winners/match.ts'
import { relativeBoundGap, createProgressReporter, type MatchProgress } from './winners/progress.ts'
import { calculateWonQuantities, type WonQuantities } from './winners/quantities.ts'
import { tieExplanation, tieRanksOfColumns } from './winners/ties.ts'

/** Limits and callbacks of a match. */
export interface SolveOptions {
  onProgress?: (progress: MatchProgress) => void
  cancelled?: () => boolean
  timeBudgetSeconds?: number
  /** Other threads that help with pricing; the result is the same without them. */
  pool?: WorkerPool
  /** Batches of sampled coalitions by part, to repeat an earlier result exactly. */
  batches?: readonly (number | null)[]
  /** Number of critical prices to find, to repeat an earlier result exactly; null for all. */
  criticalPrices?: number | null
}

/** Name and version of the engine in its results. */
const ENGINE = { name: 'credit-market matching', version: '5', solver: HIGHS_SOLVER_NAME }

/**
 * Seed of the draws: the first 32 bits of the problem's hash. It depends on every sealed amount, so no one can choose
 * it who does not know them all.
 */
const seedOf = (problemHash: string): number => Number.parseInt(problemHash.slice(0, 8), 16)

const INCOMPLETE = 'Some critical prices are missing, because finding them took too long.'

/**
 * Warns of losses of the rarest habitats, which need bespoke compensation; the match is allowed, but someone should
 * look at it.
 */
const warningsOf = ({ requirements }: MatchProblem): string[] =>
  requirements
    .filter(({ distinctiveness, kind }) => distinctiveness === 'VeryHigh' && kind === 'Buyer')
    .map(
      ({ id }) =>
        `Requirement ${id} is for habitat of very high distinctiveness, which may need bespoke compensation.`,
    )

/** One deadline for everything: reading, winning, pricing and explaining. */
const clockOf = ({ timeBudgetSeconds = Infinity }: SolveOptions) => {
  const end = Date.now() + timeBudgetSeconds * 1_000
  let isStopped = false
  const left = (): number => (isStopped ? 0 : (end - Date.now()) / 1_000)
  return {
    left,
    isOver: (): boolean => left() <= 0,
    /** The search was stopped, which only happens when the time is over. */
    stop: (): void => void (isStopped = true),
  }
}

type Clock = ReturnType<typeof clockOf>

/** Extra time to build the model, without which there is no match at all; enough for every usual round. */
const BUILDING_SECONDS = 1

/**
 * The result if the round is so large that not even its model could be built: no winners, and the sum of all bids as
 * the bound.
 */
const unread = ({ requirements }: MatchProblem): NotProvenError => {
  const bound = requirements.reduce(
    (sum, { bid, bidOngoingOnly }) => sum + Math.max(bid, bidOngoingOnly ?? 0),
    0,
  )
  return new NotProvenError(
    { surplus: 0, bound, projectIds: [], requirementIds: [] },
    relativeBoundGap(0, bound),
    'building',
  )
}

const marketOf = (problem: MatchProblem, clock: Clock): CompiledMarket => {
  try {
    return compileMarket(problem, {
      pulse: () => {
        if (clock.left() < -BUILDING_SECONDS) throw new TimeLimitError()
      },
    })
  } catch (stopped) {
    if (!(stopped instanceof TimeLimitError)) throw stopped
    throw unread(problem)
  }
}

const matchOf = (
  market: CompiledMarket,
  hooks: SolveOptions,
  clock: Clock,
  say: ReturnType<typeof createProgressReporter>,
  solve: Solver,
): BestMatch => {
  try {
    return findBestMatch(market.program, tieRanksOfColumns(market), {
      solve,
      cancelled: hooks.cancelled,
      isOver: clock.isOver,
      onProgress: ({ best, bound, done }) => say('solving', done, { surplus: best, bound }),
    })
  } catch (stopped) {
    if (!(stopped instanceof UnprovenComponent)) throw stopped
    const best = unprovenOf(calculateWonQuantities(market, stopped.x), stopped.bound)
    const phase = best.surplus === best.bound ? 'tying' : 'solving'
    const gap = relativeBoundGap(best.surplus, best.bound)
    throw new NotProvenError(best, gap, phase, idsOfColumns(market, stopped.columns))
  }
}

/** Ids of the projects and requirements that have a column among some. */
const idsOfColumns = ({ projectColumn, options }: CompiledMarket, columns: readonly number[]): string[] => {
  const some = new Set(columns)
  const ids = [
    ...options.flatMap(({ requirement, column }) => (some.has(column) ? [requirement.id] : [])),
    ...[...projectColumn].flatMap(([id, column]) => (some.has(column) ? [id] : [])),
  ]
  return [...new Set(ids)]
}

const unprovenOf = ({ surplus, projects, requirements }: WonQuantities, bound: Pence): BestKnownMatch => ({
  surplus,
  bound,
  projectIds: projects,
  requirementIds: [...requirements.keys()],
})

/** Matches and prices a round, and returns the audit from which anyone can recalculate it. */
export const solveWithAudit = async (
  given: MatchProblem,
  hooks: SolveOptions = {},
): Promise<{ solution: MatchSolution; audit: MatchAudit }> => {
  const faults = findProblemErrors(given)
  if (faults.length > 0) throw new InvalidProblemError(faults)
  const clock = clockOf(hooks)
  const report = createProgressReporter(hooks.onProgress)
  const say: typeof report = (...progress) => {
    if (hooks.cancelled?.() === true) throw new MatchCancelledError()
    report(...progress)
  }
  const solver = createSolver(await initHighs())
  const ask: Solver = question => {
    if (hooks.cancelled?.() === true) throw new MatchCancelledError()
    if (clock.isOver()) throw new TimeLimitError()
    const answer = solver({ cancelled: hooks.cancelled, ...question, seconds: clock.left() })
    if (answer.status === 'stopped') clock.stop()
    return answer
  }
  say('building', 0)
  const problem = sortProblem(given)
  const problemHash = hashProblem(problem)
  const market = marketOf(problem, clock)
  say('building', 1)
  const matched = matchOf(market, hooks, clock, say, ask)
  const won = calculateWonQuantities(market, matched.x)
  const winners = won.projects.length + won.requirements.size
  say('solving', 1, { surplus: won.surplus, bound: won.surplus, winners })
  const inTime = <T>(phase: 'pricing' | 'explaining', work: (onProgress: (done: number) => void) => T): T => {
    try {
      return work(done => {
        if (clock.isOver()) throw new TimeLimitError()
        say(phase, done)
      })
    } catch (stopped) {
      if (!(stopped instanceof TimeLimitError)) throw stopped
      throw new NotProvenError(unprovenOf(won, won.surplus), 0, phase)
    }
  }
  const pulse = (): void => {
    if (hooks.cancelled?.() === true) throw new MatchCancelledError()
    if (clock.isOver()) throw new TimeLimitError()
  }
  const keyOf = alikeKeys(problem)
  const priced = inTime('pricing', onProgress => {
    const program = expandSmallOpenBlocks(market.program)
    const x = Float64Array.from(program.columns, (_, at) => matched.x[at] ?? 0)
    return priceMatch(program, x, {
      seed: seedOf(problemHash),
      onProgress,
      pulse,
      pool: hooks.pool,
      batches: hooks.batches,
      keyOf: player => keyOf(market.program.players[player]!),
    })
  })
  const losses = inTime('explaining', onProgress =>
    explainLosses(market, matched.x, won, ask, {
      most: hooks.criticalPrices === null ? Infinity : hooks.criticalPrices,
      onProgress,
      pulse,
    }),
  )
  const solution: MatchSolution = {
    version: 1,
    problemHash,
    engine: {
      ...ENGINE,
      options: { ...HIGHS_OPTIONS },
      seed: seedOf(problemHash),
      batches: priced.parts.map(({ sampled }) => sampled?.batches ?? null),
      criticalPrices: losses.found,
    },
    rule: 'Lindsay2018',
    proven: true,
    tie: tieExplanation(matched),
    ...resultMoneyAndWinners(market, won, priced, losses),
    flows: assignServiceFlows(market, won),
    warnings: [...warningsOf(problem), ...(losses.found !== null ? [INCOMPLETE] : [])],
  }
  const findings = findResultErrors(problem, solution)
  if (findings.length > 0) throw new VerificationFailedError(findings)
  report('explaining', 1)
  return { solution, audit: createMatchAudit(problem, solution, market, priced) }
}

/** Matches and prices a round: the greatest surplus, proven, divided by the price rule, with a reason for everyone. */
export const solve = async (given: MatchProblem, hooks: SolveOptions = {}): Promise<MatchSolution> =>
  (await solveWithAudit(given, hooks)).solution

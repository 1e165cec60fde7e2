import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import { faultsOf } from './formats/check-problem.ts'
import { Cancelled, FailedCheck, FaultyProblem, NotProven } from './formats/errors.ts'
import { hashOf, inOrder } from './formats/problem.ts'
import { compile, completed, type Market } from './model/compile.ts'
import { priceMatch } from './pricing/pricing.ts'
import type { WorkerPool } from './pricing/tables.ts'
import { explainLosses } from './reasons/explain.ts'
import { flowsOf } from './reasons/flows.ts'
import { resultOf } from './result.ts'
import { highs, HIGHS_OPTIONS, SOLVER } from './solver/highs.ts'
import type { Solver } from './solver/solve-request.ts'
import { solverOf } from './solver/solver.ts'
import { auditOf, type Audit } from './verify/audit.ts'
import { verify } from './verify/verify.ts'
import { findMatch, UnprovenPart, type Matched } from './winners/match.ts'
import { reporter, type Progress } from './winners/progress.ts'
import { quantitiesOf } from './winners/quantities.ts'
import { tieNote, tieRanksOf } from './winners/ties.ts'

/** What whoever asks for a match may watch and limit. */
export interface Hooks {
  onProgress?: (progress: Progress) => void
  cancelled?: () => boolean
  timeBudgetSeconds?: number
  /** Other threads that help with pricing; the result is the same without. */
  pool?: WorkerPool
  /** Batches of sampled coalitions by part, to repeat an earlier result exactly. */
  batches?: readonly (number | null)[]
  /** How many critical prices to find, to repeat an earlier result exactly; null for all. */
  criticalPrices?: number | null
}

/** The engine as it signs its results. */
const ENGINE = { name: 'credit-market matching', version: '1', solver: SOLVER }

const SEED = 7777

/** Sampled shares get so long before they stop with the interval they have. */
const SAMPLE_SECONDS = 120

/** Critical prices get so long; the result never waits longer for them. */
const EXPLAIN_SECONDS = 600

const INCOMPLETE = 'Some critical prices are missing, because finding them took too long.'

/**
 * Losses of the rarest habitats need compensation made to measure; the match is allowed, but somebody should
 * look at it.
 */
const warningsOf = ({ requirements }: MatchProblem): string[] =>
  requirements
    .filter(({ distinctiveness, kind }) => distinctiveness === 'VeryHigh' && kind === 'Buyer')
    .map(
      ({ id }) =>
        `Requirement ${id} is for habitat of very high distinctiveness, which may need bespoke compensation.`,
    )

const stopwatch = ({ timeBudgetSeconds = Infinity }: Hooks): (() => number) => {
  const end = Date.now() + timeBudgetSeconds * 1000
  return () => (end - Date.now()) / 1000
}

const matchOf = (
  market: Market,
  hooks: Hooks,
  left: () => number,
  say: ReturnType<typeof reporter>,
  solve: Solver,
): Matched => {
  try {
    return findMatch(market.program, tieRanksOf(market), {
      solve,
      cancelled: hooks.cancelled,
      secondsLeft: left,
      onProgress: ({ best, bound, done }) => say('solving', done, { surplus: best, bound }),
    })
  } catch (stopped) {
    if (!(stopped instanceof UnprovenPart)) throw stopped
    const known = quantitiesOf(market, stopped.x)
    const best = {
      surplus: known.surplus,
      bound: stopped.bound,
      projectIds: known.projects,
      requirementIds: [...known.requirements.keys()],
    }
    throw new NotProven(best, stopped.gap)
  }
}

/** Matches and prices a round, and keeps what anybody needs to work it out again. */
export const solveWithAudit = async (
  given: MatchProblem,
  hooks: Hooks = {},
): Promise<{ solution: MatchSolution; audit: Audit }> => {
  const faults = faultsOf(given)
  if (faults.length > 0) throw new FaultyProblem(faults)
  const left = stopwatch(hooks)
  const report = reporter(hooks.onProgress)
  const say: typeof report = (...progress) => {
    if (hooks.cancelled?.() === true) throw new Cancelled()
    report(...progress)
  }
  const solver = solverOf(await highs())
  const ask: Solver = question => {
    if (hooks.cancelled?.() === true) throw new Cancelled()
    return solver({ cancelled: hooks.cancelled, ...question })
  }
  say('building', 0)
  const problem = inOrder(given)
  const market = compile(problem)
  say('building', 1)
  const matched = matchOf(market, hooks, left, say, ask)
  const won = quantitiesOf(market, matched.x)
  const whole = { ...market, program: completed(market.program) }
  const x = Float64Array.from(whole.program.columns, (_, at) => matched.x[at] ?? 0)
  const winners = won.projects.length + won.requirements.size
  say('solving', 1, { surplus: won.surplus, bound: won.surplus, winners })
  const pricingEnd = Date.now() + Math.min(SAMPLE_SECONDS, left()) * 1_000
  const priced = priceMatch(whole.program, x, {
    seed: SEED,
    secondsLeft: () => (pricingEnd - Date.now()) / 1_000,
    onProgress: done => say('pricing', done),
    pool: hooks.pool,
    batches: hooks.batches,
  })
  const explainingEnd = Date.now() + Math.min(EXPLAIN_SECONDS, left()) * 1_000
  const losses = explainLosses(whole, x, won, ask, {
    secondsLeft: () => (explainingEnd - Date.now()) / 1_000,
    most: hooks.criticalPrices === null ? Infinity : hooks.criticalPrices,
    onProgress: done => say('explaining', done),
  })
  const solution: MatchSolution = {
    version: 1,
    problemHash: hashOf(problem),
    engine: {
      ...ENGINE,
      options: { ...HIGHS_OPTIONS },
      seed: SEED,
      batches: priced.parts.map(({ batches }) => batches),
      criticalPrices: losses.found,
    },
    rule: 'Lindsay2018',
    proven: true,
    exact: priced.exact,
    shareHalfWidth: priced.exact
      ? null
      : Math.ceil(Math.max(...priced.shares.map(({ halfWidth }) => halfWidth))),
    tie: tieNote(matched),
    ...resultOf(market, won, priced, losses),
    flows: flowsOf(market, won),
    warnings: [...warningsOf(problem), ...(losses.found !== null ? [INCOMPLETE] : [])],
  }
  const findings = verify(problem, solution)
  if (findings.length > 0) throw new FailedCheck(findings)
  report('explaining', 1)
  return { solution, audit: auditOf(problem, solution, market, priced) }
}

/** Matches and prices a round: the provably greatest surplus, fairly shared, with a reason for everybody. */
export const solve = async (given: MatchProblem, hooks: Hooks = {}): Promise<MatchSolution> =>
  (await solveWithAudit(given, hooks)).solution

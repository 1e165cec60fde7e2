import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import type { Pence } from '#domain/money'
import { faultsOf } from './formats/check-problem.ts'
import {
  Cancelled,
  FailedCheck,
  FaultyProblem,
  NotProven,
  OutOfTime,
  type UnprovenMatch,
} from './formats/errors.ts'
import { hashOf, inOrder } from './formats/problem.ts'
import { compile, completed, type Market } from './model/compile.ts'
import { priceMatch } from './pricing/pricing.ts'
import type { WorkerPool } from './pricing/pool.ts'
import { explainLosses } from './reasons/explain.ts'
import { flowsOf } from './reasons/flows.ts'
import { resultOf } from './result.ts'
import { highs, HIGHS_OPTIONS, SOLVER } from './solver/highs.ts'
import type { Solver } from './solver/solve-request.ts'
import { solverOf } from './solver/solver.ts'
import { auditOf, type Audit } from './audit.ts'
import { verify } from './verify/verify.ts'
import { findMatch, UnprovenPart, type Matched } from './winners/match.ts'
import { gapOf, reporter, type Progress } from './winners/progress.ts'
import { quantitiesOf, type Won } from './winners/quantities.ts'
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
const ENGINE = { name: 'credit-market matching', version: '2', solver: SOLVER }

const SEED = 7777

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

/** One deadline for everything: reading, winning, pricing and explaining. */
const clockOf = ({ timeBudgetSeconds = Infinity }: Hooks) => {
  const end = Date.now() + timeBudgetSeconds * 1_000
  let isStopped = false
  const left = (): number => (isStopped ? 0 : (end - Date.now()) / 1_000)
  return {
    left,
    isOver: (): boolean => left() <= 0,
    /** A search was stopped, which it only is when the time is over. */
    stop: (): void => void (isStopped = true),
  }
}

type Clock = ReturnType<typeof clockOf>

/** Without a model there is no match at all; it gets so much longer, which is enough for every usual round. */
const BUILDING_SECONDS = 1

/** A round so large that not even its model could be made: the match in which nobody wins, and all bids. */
const unread = ({ requirements }: MatchProblem): NotProven => {
  const bound = requirements.reduce(
    (sum, { bid, bidOngoingOnly }) => sum + Math.max(bid, bidOngoingOnly ?? 0),
    0,
  )
  return new NotProven({ surplus: 0, bound, projectIds: [], requirementIds: [] }, gapOf(0, bound), 'building')
}

const marketOf = (problem: MatchProblem, clock: Clock): Market => {
  try {
    return compile(problem, {
      pulse: () => {
        if (clock.left() < -BUILDING_SECONDS) throw new OutOfTime()
      },
    })
  } catch (stopped) {
    if (!(stopped instanceof OutOfTime)) throw stopped
    throw unread(problem)
  }
}

const matchOf = (
  market: Market,
  hooks: Hooks,
  clock: Clock,
  say: ReturnType<typeof reporter>,
  solve: Solver,
): Matched => {
  try {
    return findMatch(market.program, tieRanksOf(market), {
      solve,
      cancelled: hooks.cancelled,
      isOver: clock.isOver,
      onProgress: ({ best, bound, done }) => say('solving', done, { surplus: best, bound }),
    })
  } catch (stopped) {
    if (!(stopped instanceof UnprovenPart)) throw stopped
    const best = unprovenOf(quantitiesOf(market, stopped.x), stopped.bound)
    throw new NotProven(best, gapOf(best.surplus, best.bound))
  }
}

const unprovenOf = ({ surplus, projects, requirements }: Won, bound: Pence): UnprovenMatch => ({
  surplus,
  bound,
  projectIds: projects,
  requirementIds: [...requirements.keys()],
})

/** Matches and prices a round, and keeps what anybody needs to work it out again. */
export const solveWithAudit = async (
  given: MatchProblem,
  hooks: Hooks = {},
): Promise<{ solution: MatchSolution; audit: Audit }> => {
  const faults = faultsOf(given)
  if (faults.length > 0) throw new FaultyProblem(faults)
  const clock = clockOf(hooks)
  const report = reporter(hooks.onProgress)
  const say: typeof report = (...progress) => {
    if (hooks.cancelled?.() === true) throw new Cancelled()
    report(...progress)
  }
  const solver = solverOf(await highs())
  const ask: Solver = question => {
    if (hooks.cancelled?.() === true) throw new Cancelled()
    if (clock.isOver()) throw new OutOfTime()
    const answer = solver({ cancelled: hooks.cancelled, ...question, seconds: clock.left() })
    if (answer.status === 'stopped') clock.stop()
    return answer
  }
  say('building', 0)
  const problem = inOrder(given)
  const market = marketOf(problem, clock)
  say('building', 1)
  const matched = matchOf(market, hooks, clock, say, ask)
  const won = quantitiesOf(market, matched.x)
  const winners = won.projects.length + won.requirements.size
  say('solving', 1, { surplus: won.surplus, bound: won.surplus, winners })
  const inTime = <T>(phase: 'pricing' | 'explaining', work: (onProgress: (done: number) => void) => T): T => {
    try {
      return work(done => {
        if (clock.isOver()) throw new OutOfTime()
        say(phase, done)
      })
    } catch (stopped) {
      if (!(stopped instanceof OutOfTime)) throw stopped
      throw new NotProven(unprovenOf(won, won.surplus), 0, phase)
    }
  }
  const priced = inTime('pricing', onProgress => {
    const program = completed(market.program)
    const x = Float64Array.from(program.columns, (_, at) => matched.x[at] ?? 0)
    return priceMatch(program, x, {
      seed: SEED,
      onProgress,
      pulse: () => {
        if (hooks.cancelled?.() === true) throw new Cancelled()
        if (clock.isOver()) throw new OutOfTime()
      },
      pool: hooks.pool,
      batches: hooks.batches,
    })
  })
  const losses = inTime('explaining', onProgress =>
    explainLosses(market, matched.x, won, ask, {
      most: hooks.criticalPrices === null ? Infinity : hooks.criticalPrices,
      onProgress,
    }),
  )
  const solution: MatchSolution = {
    version: 1,
    problemHash: hashOf(problem),
    engine: {
      ...ENGINE,
      options: { ...HIGHS_OPTIONS },
      seed: SEED,
      batches: priced.parts.map(({ sampled }) => sampled?.batches ?? null),
      parts: matched.parts,
      criticalPrices: losses.found,
    },
    rule: 'Lindsay2018',
    proven: true,
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

import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import type { Ask, Solver } from './ask.ts'
import { faultsOf } from './check-problem.ts'
import { compile, type Market } from './compile.ts'
import { Cancelled, FaultyProblem, NotProven } from './errors.ts'
import { explainLosses } from './explain.ts'
import { flowsOf } from './flows.ts'
import { askHighs, highs, HIGHS_OPTIONS } from './highs.ts'
import { findMatch, UnprovenPart, type Matched } from './match.ts'
import { priceMatch } from './pricing.ts'
import { hashOf, inOrder } from './problem.ts'
import { askSmall } from './small.ts'
import { reporter, type Hooks } from './progress.ts'
import { quantitiesOf } from './quantities.ts'
import { resultOf } from './result.ts'
import { tieNote, standingsOf } from './ties.ts'

export type { Hooks, Progress } from './progress.ts'

/** The engine as it signs its results. */
export const ENGINE = { name: 'credit-market matching', version: '1', solver: 'highs 1.15.3' } as const

const SEED = 7777

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
    return findMatch(market.program, standingsOf(market), {
      solve,
      cancelled: hooks.cancelled,
      secondsLeft: left,
      onStanding: ({ best, bound, done }) => say('solving', done, { surplus: best, bound }),
    })
  } catch (stopped) {
    if (!(stopped instanceof UnprovenPart)) throw stopped
    const known = quantitiesOf(market, stopped.x)
    const best = { surplus: known.surplus, bound: null, projectIds: known.projects, requirementIds: [...known.requirements.keys()] }
    throw new NotProven(best, stopped.gap)
  }
}

/** Matches and prices a round: the provably greatest surplus, fairly shared, with a reason for everybody. */
export const solve = async (given: MatchProblem, hooks: Hooks = {}): Promise<MatchSolution> => {
  const faults = faultsOf(given)
  if (faults.length > 0) throw new FaultyProblem(faults)
  const left = stopwatch(hooks)
  const say = reporter(hooks.onProgress)
  const solver = await highs()
  const ask = (question: Ask) => {
    if (hooks.cancelled?.() === true) throw new Cancelled()
    return question.program.columns.length <= 60 ? askSmall({ cancelled: hooks.cancelled, ...question }) : askHighs(solver, { cancelled: hooks.cancelled, ...question })
  }
  say('building', 0)
  const problem = inOrder(given)
  const market = compile(problem)
  say('building', 1)
  const matched = matchOf(market, hooks, left, say, ask)
  const won = quantitiesOf(market, matched.x)
  const winners = won.projects.length + won.requirements.size
  say('solving', 1, { surplus: won.surplus, bound: won.surplus, winners })
  const priced = priceMatch(market.program, matched.x, done => say('pricing', done))
  const losses = explainLosses(market, matched.x, won, ask, { tick: done => say('explaining', done) })
  const widths = priced.shares.map(({ halfWidth }) => halfWidth)
  say('explaining', 1)
  return {
    version: 1,
    problemHash: hashOf(problem),
    engine: { ...ENGINE, options: { ...HIGHS_OPTIONS }, seed: SEED },
    rule: 'Lindsay2018',
    proven: true,
    exact: priced.exact,
    shareHalfWidth: priced.exact ? null : Math.ceil(Math.max(...widths)),
    tie: tieNote(matched),
    ...resultOf(market, won, priced, losses),
    flows: flowsOf(market, won),
    warnings: [],
  }
}

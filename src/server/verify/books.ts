import type { Credit } from '#domain/credit/credit'
import { groupBy } from '#domain/values/grouped'
import type { MatchProblem, MatchService } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { showExactUnits } from '@credit-market/values/units'

/** A settled round: the engine's problem, its solution, and the resulting credits. */
export interface SettledRoundLedger {
  problem: MatchProblem
  solution: MatchSolution
  credits: readonly Credit[]
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const FOR_EVER = '9999-01-01'

const on = (day: string, periods: readonly { start: string; end: string | null; units: number }[]): number =>
  sum(
    periods.filter(({ start, end }) => start <= day && (end === null || day < end)).map(({ units }) => units),
  )

/** Every day on which anything about a service changes. */
const turningPoints = (service: MatchService, credits: readonly Credit[]): string[] => [
  ...new Set(
    [...service.supply, ...credits.flatMap(credit => credit.unitsPerPeriod)].flatMap(({ start, end }) =>
      end === null ? [start] : [start, end],
    ),
  ),
]

/** For every winning service, sold, reserved and unused units must add up to the supply, on every day. */
const notAddedUp = function* ({ problem, solution, credits }: SettledRoundLedger): Generator<string, void> {
  const won = new Set(solution.projects.filter(one => one.won).map(({ id }) => id))
  const byService = new Map(groupBy(credits, ({ serviceId }) => serviceId))
  for (const { id, projectId } of credits)
    if (!won.has(projectId)) yield `credit ${id} belongs to a project that did not win`
  for (const service of problem.projects.filter(({ id }) => won.has(id)).flatMap(one => one.services)) {
    const its = byService.get(service.id) ?? []
    for (const day of turningPoints(service, its)) {
      const held = sum(its.map(credit => on(day, credit.unitsPerPeriod)))
      const supplied = on(day, service.supply)
      if (held !== supplied)
        yield `the credits of service ${service.id} have ${showExactUnits(held)} units on ${day}, but the service supplies ${showExactUnits(supplied)}`
    }
    for (const { id, units, unitsPerPeriod } of its) {
      const inPeriods = unitsPerPeriod.map(period => period.units)
      if (units !== Math.max(...inPeriods) || Math.min(...inPeriods) <= 0)
        yield `credit ${id} has units that do not match its periods`
    }
  }
}

/** Owners of requirements must be sold what these won, also if the rights lapsed later, and requirements that lost must get nothing. */
const notSoldAsWon = function* ({ problem, solution, credits }: SettledRoundLedger): Generator<string, void> {
  const need = new Map(problem.requirements.map(one => [one.id, one]))
  const bySale = new Map(groupBy(credits, credit => credit.requirementId ?? credit.lapsedRequirementId))
  for (const { id, won, ongoingUnits, additionalUnits } of solution.requirements) {
    const sold = bySale.get(id) ?? []
    const from = need.get(id)?.redemptionDate ?? ''
    const end = problem.ampEnd
    const atFirst = ongoingUnits + (end !== null && from < end ? additionalUnits : 0)
    for (const [day, units] of [
      [from, atFirst],
      [FOR_EVER, ongoingUnits],
    ] as const) {
      const has = sum(sold.map(credit => on(day, credit.unitsPerPeriod)))
      if (has !== (won ? units : 0))
        yield `requirement ${id} has ${showExactUnits(has)} units on ${day}, but won ${showExactUnits(won ? units : 0)}`
    }
  }
}

/**
 * Yields sentences for every difference between a settled round's credits and its match. Errors of the match itself are
 * found by the judge of results.
 */
export const checkSettledRoundLedger = function* (books: SettledRoundLedger): Generator<string, void> {
  yield* notAddedUp(books)
  yield* notSoldAsWon(books)
}

import type { Credit } from '#domain/credit'
import { grouped } from '#domain/grouped'
import type { MatchProblem, MatchService } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'

/** A settled round: what was put before the engine, what it found, and the credits that came of it. */
export interface Books {
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

/** Of every service that won, sold and reserved and unused make up the supply, on every day. */
const notAddedUp = function* ({ problem, solution, credits }: Books): Generator<string, void> {
  const won = new Set(solution.projects.filter(one => one.won).map(({ id }) => id))
  const byService = new Map(grouped(credits, ({ serviceId }) => serviceId))
  for (const { id, projectId } of credits)
    if (!won.has(projectId)) yield `credit ${id} is of a project that did not win`
  for (const service of problem.projects.filter(({ id }) => won.has(id)).flatMap(one => one.services)) {
    const its = byService.get(service.id) ?? []
    for (const day of turningPoints(service, its)) {
      const held = sum(its.map(credit => on(day, credit.unitsPerPeriod)))
      const supplied = on(day, service.supply)
      if (held !== supplied)
        yield `the credits of service ${service.id} are ${held} on ${day}, and it supplies ${supplied}`
    }
    for (const { id, units, unitsPerPeriod } of its) {
      const inPeriods = unitsPerPeriod.map(period => period.units)
      if (units !== Math.max(...inPeriods) || Math.min(...inPeriods) <= 0)
        yield `credit ${id} does not have the units of its periods`
    }
  }
}

/** Who has a requirement is sold what it won, and nothing is sold to one that lost. */
const notSoldAsWon = function* ({ problem, solution, credits }: Books): Generator<string, void> {
  const need = new Map(problem.requirements.map(one => [one.id, one]))
  const bySale = new Map(grouped(credits, ({ requirementId }) => requirementId))
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
        yield `requirement ${id} is sold ${has} on ${day}, and won ${won ? units : 0}`
    }
  }
}

/** Where the credits of a settled round are not what its match came to, in sentences. What is wrong with the match itself says the judge of results. */
export const faultsOfBooks = function* (books: Books): Generator<string, void> {
  yield* notAddedUp(books)
  yield* notSoldAsWon(books)
}

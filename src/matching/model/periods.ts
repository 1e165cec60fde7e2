import type { Day } from '#domain/dates'
import type { MatchProblem, MatchRequirement, MatchService } from '#domain/match-problem'
import type { Units } from '#domain/units'

/** A stretch of days in which neither supply nor demand changes; the last one has no end. */
export interface Period {
  start: Day
  end: Day | null
}

/** The time line cut wherever these supplies or needs change, from the first day anybody needs anything. */
export const periodsFor = (
  requirements: readonly MatchRequirement[],
  services: readonly MatchService[],
  ampEnd: Day | null,
): Period[] => {
  const needs = requirements.map(requirement => requirement.redemptionDate).toSorted()
  const first = needs[0]
  if (first === undefined) return []
  const supplies = services.flatMap(({ supply }) => supply)
  const changes = supplies.flatMap(({ start, end }) => (end === null ? [start] : [start, end]))
  const cuts = [...needs, ...changes, ...(ampEnd === null ? [] : [ampEnd])]
  const days = [...new Set(cuts)].filter(day => day >= first).toSorted()
  return days.map((start, at) => ({ start, end: days[at + 1] ?? null }))
}

/** The periods of a whole round. */
export const periodsOf = ({ requirements, projects, ampEnd }: MatchProblem): Period[] =>
  periodsFor(
    requirements,
    projects.flatMap(({ services }) => services),
    ampEnd,
  )

/** Units of a service available throughout a period. */
export const unitsIn = (service: MatchService, period: Period): Units =>
  service.supply.find(({ start, end }) => start <= period.start && (end === null || period.start < end))
    ?.units ?? 0

/**
 * Is the requirement's additional need still running in this period? It ends with the water company's plan.
 */
export const needsAdditional = (requirement: MatchRequirement, period: Period, ampEnd: Day | null): boolean =>
  requirement.additionalUnits > 0 && (ampEnd === null || period.start < ampEnd)

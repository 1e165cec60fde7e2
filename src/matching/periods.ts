import type { Day } from '#domain/dates'
import type { MatchProblem, MatchRequirement, MatchService } from '#domain/match-problem'
import type { Units } from '#domain/units'

/** A stretch of days in which neither supply nor demand changes; the last one has no end. */
export interface Period {
  start: Day
  end: Day | null
}

/** The time line cut wherever supply or demand changes, from the first day anybody needs anything. */
export const periodsOf = (problem: MatchProblem): Period[] => {
  const needs = problem.requirements.map(requirement => requirement.redemptionDate).toSorted()
  const first = needs[0]
  if (first === undefined) return []
  const supplies = problem.projects.flatMap(project => project.services.flatMap(service => service.supply))
  const changes = supplies.flatMap(supply => (supply.end === null ? [supply.start] : [supply.start, supply.end]))
  const cuts = [...needs, ...changes, ...(problem.ampEnd === null ? [] : [problem.ampEnd])]
  const days = [...new Set(cuts)].filter(day => day >= first).toSorted()
  return days.map((start, at) => ({ start, end: days[at + 1] ?? null }))
}

/** Units of a service available throughout a period. */
export const unitsIn = (service: MatchService, period: Period): Units =>
  service.supply.find(({ start, end }) => start <= period.start && (end === null || period.start < end))?.units ?? 0

/** Is the requirement's additional need still running in this period? It ends with the water company's plan. */
export const needsAdditional = (requirement: MatchRequirement, period: Period, ampEnd: Day | null): boolean =>
  requirement.additionalUnits > 0 && (ampEnd === null || period.start < ampEnd)

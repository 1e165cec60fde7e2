import type { Day } from '@credit-market/values/dates'
import type { MatchProblem, MatchRequirement, MatchService } from '../problem/match-problem.ts'
import type { Units } from '@credit-market/values/units'

/** Days in which neither supply nor demand changes; the last period has no end. */
export interface Period {
  start: Day
  end: Day | null
}

/** Periods between all changes of these supplies or needs, from the first day on which anything is needed. */
export const periodsBetweenChanges = (
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

export const marketPeriods = ({ requirements, projects, ampEnd }: MatchProblem): Period[] =>
  periodsBetweenChanges(
    requirements,
    projects.flatMap(({ services }) => services),
    ampEnd,
  )

/** Units of a service that are available throughout a period. */
export const unitsAvailableIn = (service: MatchService, period: Period): Units =>
  service.supply.find(({ start, end }) => start <= period.start && (end === null || period.start < end))
    ?.units ?? 0

/**
 * True if the additional need of a requirement still runs in this period; it ends with the water company's plan
 * (AMP).
 */
export const needsAdditionalUnitsIn = (
  requirement: MatchRequirement,
  period: Period,
  ampEnd: Day | null,
): boolean => requirement.additionalUnits > 0 && (ampEnd === null || period.start < ampEnd)

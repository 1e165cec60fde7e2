import type { MatchPlace, MatchProject, MatchRequirement, MatchService } from '../problem/match-problem.ts'

/** A service and the project that offers it. */
interface OfferedService {
  project: MatchProject
  service: MatchService
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const instantOf = (at: string): string => new Date(at).toISOString()

/**
 * Distance of a project from a requirement: 0 in the same planning authority and national character area, 1 in the same
 * authority alone, 2 in the same area alone, 3 elsewhere.
 */
export const distanceOf = (requirement: MatchPlace, project: MatchPlace): number => {
  const isAuthority = requirement.lpaId !== null && requirement.lpaId === project.lpaId
  const isArea = requirement.ncaId !== null && requirement.ncaId === project.ncaId
  return isAuthority ? (isArea ? 0 : 1) : isArea ? 2 : 3
}

/** Order in which requirements take their turns: the earliest bid first, then by id. */
export const compareTurns = (a: MatchRequirement, b: MatchRequirement): number =>
  compareTexts(instantOf(a.bidAt), instantOf(b.bidAt)) || compareTexts(a.id, b.id)

/** Order in which a requirement takes services: the earliest first day of supply, then the earliest offer, then by ids. */
export const compareOfferedServices = (a: OfferedService, b: OfferedService): number =>
  compareTexts(a.service.supply[0]?.start ?? '', b.service.supply[0]?.start ?? '') ||
  compareTexts(instantOf(a.project.offeredAt), instantOf(b.project.offeredAt)) ||
  compareTexts(a.project.id, b.project.id) ||
  compareTexts(a.service.id, b.service.id)

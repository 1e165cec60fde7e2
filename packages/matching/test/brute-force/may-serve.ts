import type { MatchProject, MatchRequirement, MatchService } from '../../src/problem/match-problem.ts'

// Market rules 2.5, written a second time by hand to find errors in the engine's table.

const LEVELS = ['Low', 'Medium', 'High', 'VeryHigh']

const isHere = (need: MatchRequirement, project: MatchProject): boolean => {
  if (need.creditType !== 'Biodiversity')
    return need.subcatchmentId === null || need.subcatchmentId === project.subcatchmentId
  if (need.ncaId === null && need.lpaId === null) return true
  if (need.ncaId !== null && need.ncaId === project.ncaId) return true
  return need.lpaId !== null && need.lpaId === project.lpaId
}

const isAlike = (need: MatchRequirement, service: MatchService): boolean => {
  if (need.module !== service.module) return false
  const wanted = LEVELS.indexOf(need.distinctiveness ?? 'Low')
  const level = LEVELS.indexOf(service.distinctiveness ?? 'Low')
  if (level < wanted) return false
  const isSameBroad = need.broadHabitat === service.broadHabitat
  const isSameType = need.habitatType !== null && need.habitatType === service.habitatType
  if (need.kind === 'Investor') return need.broadHabitat === 'NA' || isSameBroad
  if (need.module === 'River' || wanted >= 2) return isSameType
  if (need.module === 'Linear' || wanted === 0) return true
  return level > 1 || isSameBroad
}

/** True if a service of this project may serve this requirement, apart from time. */
export const mayServiceServeRequirement = (
  need: MatchRequirement,
  service: MatchService,
  project: MatchProject,
): boolean =>
  need.creditType === service.creditType &&
  isHere(need, project) &&
  (need.creditType !== 'Biodiversity' || isAlike(need, service))

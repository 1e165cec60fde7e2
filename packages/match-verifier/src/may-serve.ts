import type { Project, Requirement, Service } from './shapes/problem-shape.ts'

type Level = NonNullable<Service['distinctiveness']>
type Same = 'type' | 'broad' | 'nothing'
type Place = 'ncaId' | 'lpaId' | 'subcatchmentId'
type Kind = 'creditType' | 'module' | 'broadHabitat' | 'habitatType' | 'distinctiveness'
/** Properties of a requirement, a service and a project that decide whether one may serve the other. */
type Need = Pick<Requirement, 'kind' | Kind | Place>
type Supply = Pick<Service, Kind>
type Site = Pick<Project, Place>

const LEVELS: readonly Level[] = ['Low', 'Medium', 'High', 'VeryHigh']

/** Properties that a service must share with a buyer's need, by the distinctiveness of the need, then of the service (market rules 2.5). */
const TRADE: Readonly<Record<'Area' | 'Linear', Readonly<Record<Level, Partial<Record<Level, Same>>>>>> = {
  Area: {
    Low: { Low: 'nothing', Medium: 'nothing', High: 'nothing', VeryHigh: 'nothing' },
    Medium: { Medium: 'broad', High: 'nothing', VeryHigh: 'nothing' },
    High: { High: 'type', VeryHigh: 'type' },
    VeryHigh: { VeryHigh: 'type' },
  },
  Linear: {
    Low: { Low: 'nothing', Medium: 'nothing', High: 'nothing', VeryHigh: 'nothing' },
    Medium: { Medium: 'nothing', High: 'nothing', VeryHigh: 'nothing' },
    High: { High: 'type', VeryHigh: 'type' },
    VeryHigh: { VeryHigh: 'type' },
  },
}

const sameType = (need: Need, service: Supply): boolean =>
  need.habitatType !== null && need.habitatType === service.habitatType

const habitatFits = (need: Need, service: Supply): boolean => {
  if (need.module !== service.module) return false
  const wanted = need.distinctiveness ?? 'Low'
  const level = service.distinctiveness ?? 'Low'
  if (LEVELS.indexOf(level) < LEVELS.indexOf(wanted)) return false
  if (need.kind === 'Investor')
    return need.broadHabitat === 'NA' || need.broadHabitat === service.broadHabitat
  if (need.module === 'River') return sameType(need, service)
  const same = TRADE[need.module === 'Linear' ? 'Linear' : 'Area'][wanted][level]
  if (same === 'broad') return need.broadHabitat === service.broadHabitat
  return same === 'type' ? sameType(need, service) : same === 'nothing'
}

const isNear = (need: Need, project: Site): boolean =>
  (need.ncaId === null && need.lpaId === null) ||
  (need.ncaId !== null && need.ncaId === project.ncaId) ||
  (need.lpaId !== null && need.lpaId === project.lpaId)

/** True if a service of a project may serve a requirement, apart from time and quantity. */
export const mayServiceServeRequirement = (need: Need, service: Supply, project: Site): boolean => {
  if (need.creditType !== service.creditType) return false
  if (need.creditType === 'Biodiversity') return isNear(need, project) && habitatFits(need, service)
  return need.subcatchmentId === null || need.subcatchmentId === project.subcatchmentId
}

import type { Project, Requirement, Service } from './shapes/problem-shape.ts'

type Level = NonNullable<Service['distinctiveness']>
type Same = 'type' | 'broad' | 'nothing'

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

const sameType = (need: Requirement, service: Service): boolean =>
  need.habitatType !== null && need.habitatType === service.habitatType

const habitatFits = (need: Requirement, service: Service): boolean => {
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

const isNear = (need: Requirement, project: Project): boolean =>
  (need.ncaId === null && need.lpaId === null) ||
  (need.ncaId !== null && need.ncaId === project.ncaId) ||
  (need.lpaId !== null && need.lpaId === project.lpaId)

/** True if a service of a project may serve a requirement, apart from time and quantity. */
export const mayServiceServeRequirement = (
  need: Requirement,
  service: Service,
  project: Project,
): boolean => {
  if (need.creditType !== service.creditType) return false
  if (need.creditType === 'Biodiversity') return isNear(need, project) && habitatFits(need, service)
  return need.subcatchmentId === null || need.subcatchmentId === project.subcatchmentId
}

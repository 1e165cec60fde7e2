import type { MatchProblem, MatchRequirement } from '../../src/problem/match-problem.ts'
import { mayServiceServeRequirement } from './may-serve.ts'

/** Way in which a requirement wins: in full, or with its ongoing units only. */
export type RequirementWinOption = 'full' | 'ongoing'

/** One day: the need of each requirement with its reserve, and each service with its project and users as bits. */
export interface DaySupplyAndDemand {
  needs: Record<RequirementWinOption, number>[]
  supplies: { project: number; units: number; users: number }[]
}

const kept = (units: number, basisPoints: number): number =>
  Number((BigInt(units) * BigInt(basisPoints) + 9_999n) / 10_000n)

const needOn = (
  problem: MatchProblem,
  requirement: MatchRequirement,
  day: string,
  way: RequirementWinOption,
): number => {
  if (day < requirement.redemptionDate) return 0
  const ongoing = requirement.ongoingUnits
  const isOver = problem.ampEnd !== null && day >= problem.ampEnd
  const additional = way === 'ongoing' || isOver ? 0 : requirement.additionalUnits
  const { appliesTo = null, basisPoints = 0 } = problem.reserve ?? {}
  const based = appliesTo === 'allDemand' ? ongoing + additional : appliesTo === 'ongoingDemand' ? ongoing : 0
  return ongoing + additional + kept(based, basisPoints)
}

/** All days on which anything may change, each once; they stand for every day. */
export const daysWithChanges = (problem: MatchProblem): DaySupplyAndDemand[] => {
  const { projects, requirements, ampEnd, reserve } = problem
  const changes = projects.flatMap(({ services }) =>
    services.flatMap(({ supply }) => supply.flatMap(({ start, end }) => [start, end])),
  )
  const days = new Set([...changes, ...requirements.map(need => need.redemptionDate), ampEnd])
  const laid = [...days].flatMap((day): DaySupplyAndDemand[] => {
    if (day === null) return []
    const needs = requirements.map(need => ({
      full: needOn(problem, need, day, 'full'),
      ongoing: needOn(problem, need, day, 'ongoing'),
    }))
    const supplies = projects.flatMap((project, at) =>
      project.services.map(service => {
        const now = service.supply.find(({ start, end }) => start <= day && (end === null || day < end))
        const units = now?.units ?? 0
        const spared = reserve?.appliesTo === 'supply' ? kept(units, reserve.basisPoints) : 0
        const users = requirements.reduce(
          (bits, need, k) => (mayServiceServeRequirement(need, service, project) ? bits | (1 << k) : bits),
          0,
        )
        return { project: at, units: units - spared, users }
      }),
    )
    return [{ needs, supplies }]
  })
  return [...new Map(laid.map(day => [JSON.stringify(day), day])).values()]
}

import type { MatchFlow } from '../problem/match-solution.ts'
import type { Units } from '@credit-market/values/units'
import type { CompiledMarket } from '../model/compile.ts'
import { needsAdditionalUnitsIn, unitsAvailableIn, type Period } from '../model/periods.ts'
import { reserveUnitsOnDemand, reserveUnitsOnWonFraction, reserveUnitsFromSupply } from '../model/reserve.ts'
import { divideProportionally } from '../pricing/shares.ts'
import type { WonQuantities } from '../winners/quantities.ts'
import { solveTransportProblem, type Shipments } from './transport.ts'

/** Units that one requirement won in one period: for use, and with the reserve. */
interface Take {
  id: string
  net: Units
  least: Units
  most: Units
}

const takesIn = (market: CompiledMarket, won: WonQuantities, period: Period): Take[] =>
  [...won.requirements.values()].flatMap(({ requirement, ongoing, additional, part }) => {
    if (period.start < requirement.redemptionDate) return []
    const more = needsAdditionalUnitsIn(requirement, period, market.problem.ampEnd) ? additional : 0
    const net = ongoing + more
    const { reserve } = market.problem
    const most = net + reserveUnitsOnDemand(reserve, ongoing, more)
    const least = part === 1 ? most : net + reserveUnitsOnWonFraction(reserve, ongoing, more)
    return net > 0 ? [{ id: requirement.id, net, least, most }] : []
  })

/** Units of each service of a funded project, minus the reserve that is cut from supply. */
const supplyIn = (market: CompiledMarket, won: WonQuantities, period: Period): Map<string, Units> => {
  const funded = new Set(won.projects)
  return new Map(
    market.services
      .filter(({ project }) => funded.has(project.id))
      .map(({ service }): [string, Units] => [
        service.id,
        unitsAvailableIn(service, period) -
          reserveUnitsFromSupply(market.problem.reserve, unitsAvailableIn(service, period)),
      ]),
  )
}

/** Adds the reserve cut from supply to the units sold, in proportion. */
const supplyReserve = (flows: MatchFlow[], market: CompiledMarket, period: Period): MatchFlow[] => {
  const { reserve } = market.problem
  if (reserve?.appliesTo !== 'supply') return flows
  return market.services.flatMap(({ service }) => {
    const sold = flows.filter(({ serviceId }) => serviceId === service.id)
    const kept = reserveUnitsFromSupply(reserve, unitsAvailableIn(service, period))
    const parts = divideProportionally(kept, new Map(sold.map(flow => [flow.requirementId, flow.units])))
    return sold.map(flow => ({ ...flow, reserved: parts.get(flow.requirementId)! }))
  })
}

const flowsIn = (
  market: CompiledMarket,
  won: WonQuantities,
  period: Period,
  before: Shipments,
): { shipments: Shipments; flows: MatchFlow[] } => {
  const takes = takesIn(market, won, period)
  const projectOf = new Map(market.services.map(({ project, service }) => [service.id, project.id]))
  const shipments = solveTransportProblem(
    takes.map(({ id, least, most }) => ({
      id,
      least,
      most,
      from: market.serves.get(id)!.map(at => market.services[at]!.service.id),
    })),
    supplyIn(market, won, period),
    before,
  )
  const flows = takes.flatMap(({ id, net }) => {
    const gross = shipments.get(id) ?? new Map<string, Units>()
    const used = divideProportionally(net, gross)
    return [...gross].map(([serviceId, units]) => ({
      projectId: projectOf.get(serviceId)!,
      serviceId,
      requirementId: id,
      ...period,
      units: used.get(serviceId)!,
      reserved: units - used.get(serviceId)!,
    }))
  })
  return { shipments, flows: supplyReserve(flows, market, period) }
}

const keyOf = (flow: MatchFlow): string =>
  [flow.requirementId, flow.serviceId, flow.units, flow.reserved].join('|')

/** Joins flows that continue unchanged into the next period. */
const joinedUp = (flows: readonly MatchFlow[]): MatchFlow[] => {
  const open = new Map<string, MatchFlow>()
  const done: MatchFlow[] = []
  for (const flow of flows.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))) {
    const key = keyOf(flow)
    const earlier = open.get(key)
    if (earlier !== undefined && earlier.end === flow.start) open.set(key, { ...earlier, end: flow.end })
    else {
      if (earlier !== undefined) done.push(earlier)
      open.set(key, flow)
    }
  }
  const order = (flow: MatchFlow): string => [flow.requirementId, flow.serviceId, flow.start].join('|')
  return [...done, ...open.values()].toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
}

/**
 * Assigns services to requirements, with start and end. Works from the last period backwards and keeps the later
 * period's services wherever possible, so that a lasting need keeps its lasting supplier.
 */
export const assignServiceFlows = (market: CompiledMarket, won: WonQuantities): MatchFlow[] => {
  const all: MatchFlow[] = []
  let before: Shipments = new Map()
  for (const period of market.periods.toReversed()) {
    const { shipments, flows } = flowsIn(market, won, period, before)
    all.push(...flows)
    before = shipments
  }
  return joinedUp(all)
}

import type { MatchRequirement } from '../problem/match-problem.ts'
import type { MatchFlow } from '../problem/match-solution.ts'
import type { Units } from '@credit-market/values/units'
import type { CompiledMarket } from '../model/compile.ts'
import { needsAdditionalUnitsIn, unitsAvailableIn, type Period } from '../model/periods.ts'
import { reserveUnitsOnDemand, reserveUnitsOnWonFraction, reserveUnitsFromSupply } from '../model/reserve.ts'
import { divideProportionally } from '../pricing/shares.ts'
import type { WonQuantities } from '../winners/quantities.ts'
import { compareOfferedServices, compareTurns, distanceOf } from './serving-order.ts'
import { solveTransportProblem } from './transport.ts'

/** For each requirement, the units from each service. */
type Shipments = ReadonlyMap<string, ReadonlyMap<string, Units>>

/** Units that one requirement won in one period: for use, and with the reserve. */
interface Take {
  requirement: MatchRequirement
  net: Units
  least: Units
  most: Units
}

/** Units won in a period, in the order in which requirements take their turns. */
const takesIn = (market: CompiledMarket, won: WonQuantities, period: Period): Take[] =>
  [...won.requirements.values()]
    .toSorted((a, b) => compareTurns(a.requirement, b.requirement))
    .flatMap(({ requirement, ongoing, additional, part }) => {
      if (period.start < requirement.redemptionDate) return []
      const more = needsAdditionalUnitsIn(requirement, period, market.problem.ampEnd) ? additional : 0
      const net = ongoing + more
      const { reserve } = market.problem
      const most = net + reserveUnitsOnDemand(reserve, ongoing, more)
      const least = part === 1 ? most : net + reserveUnitsOnWonFraction(reserve, ongoing, more)
      return net > 0 ? [{ requirement, net, least, most }] : []
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
  later: Shipments,
): { shipments: Shipments; flows: MatchFlow[] } => {
  const takes = takesIn(market, won, period)
  const supply = supplyIn(market, won, period)
  const services = market.services
    .filter(({ service }) => supply.has(service.id))
    .toSorted(compareOfferedServices)
  const pairsOf = ({ requirement }: Take) => {
    const may = new Set(market.serves.get(requirement.id)!.map(at => market.services[at]!))
    return services.flatMap((offered, giver) =>
      may.has(offered)
        ? [
            {
              giver,
              distance: distanceOf(requirement, offered.project),
              later: later.get(requirement.id)?.get(offered.service.id) ?? 0,
            },
          ]
        : [],
    )
  }
  const demands = takes.map(take => ({ least: take.least, most: take.most, pairs: pairsOf(take) }))
  const amounts = solveTransportProblem(
    demands,
    services.map(({ service }) => supply.get(service.id)!),
  )
  const shipments = new Map<string, Map<string, Units>>()
  const flows = takes.flatMap(({ requirement: { id }, net }, taker) => {
    const gross = new Map(
      demands[taker]!.pairs.flatMap(({ giver }, at): [string, Units][] => {
        const units = amounts[taker]![at]!
        return units > 0 ? [[services[giver]!.service.id, units]] : []
      }),
    )
    shipments.set(id, gross)
    const used = divideProportionally(net, gross)
    return services.flatMap(({ project, service }) => {
      const units = gross.get(service.id)
      if (units === undefined) return []
      const forUse = used.get(service.id)!
      return [
        {
          ...{ projectId: project.id, serviceId: service.id, requirementId: id },
          ...period,
          units: forUse,
          reserved: units - forUse,
        },
      ]
    })
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
 * Assigns services to requirements, with start and end, by the published rule (`solveTransportProblem`). Works from the last
 * period backwards, so that a lasting need keeps its lasting supplier where none is nearer.
 */
export const assignServiceFlows = (market: CompiledMarket, won: WonQuantities): MatchFlow[] => {
  const all: MatchFlow[] = []
  let later: Shipments = new Map()
  for (const period of market.periods.toReversed()) {
    const { shipments, flows } = flowsIn(market, won, period, later)
    all.push(...flows)
    later = shipments
  }
  return joinedUp(all)
}

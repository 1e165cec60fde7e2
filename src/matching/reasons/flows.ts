import type { MatchFlow } from '#domain/match-solution'
import type { Units } from '#domain/units'
import type { Market } from '../model/compile.ts'
import { needsAdditional, unitsIn, type Period } from '../model/periods.ts'
import { reserveOnDemand, reserveOnPart, reserveOnSupply } from '../model/reserve.ts'
import { inProportion } from '../pricing/shares.ts'
import type { Won } from '../winners/quantities.ts'
import { transport, type Shipments } from './transport.ts'

/** What one requirement won takes in one period: to use, and with its reserve. */
interface Take {
  id: string
  net: Units
  least: Units
  most: Units
}

const takesIn = (market: Market, won: Won, period: Period): Take[] =>
  [...won.requirements.values()].flatMap(({ requirement, ongoing, additional, part }) => {
    if (period.start < requirement.redemptionDate) return []
    const more = needsAdditional(requirement, period, market.problem.ampEnd) ? additional : 0
    const net = ongoing + more
    const { reserve } = market.problem
    const most = net + reserveOnDemand(reserve, ongoing, more)
    const least = part === 1 ? most : net + reserveOnPart(reserve, ongoing, more)
    return net > 0 ? [{ id: requirement.id, net, least, most }] : []
  })

/** Units of each service of a funded project, after the reserve that is cut from supply. */
const supplyIn = (market: Market, won: Won, period: Period): Map<string, Units> => {
  const funded = new Set(won.projects)
  return new Map(
    market.services
      .filter(({ project }) => funded.has(project.id))
      .map(({ service }): [string, Units] => [
        service.id,
        unitsIn(service, period) - reserveOnSupply(market.problem.reserve, unitsIn(service, period)),
      ]),
  )
}

/** The reserve cut from supply goes with the units sold, in proportion to them. */
const supplyReserve = (flows: MatchFlow[], market: Market, period: Period): MatchFlow[] => {
  const { reserve } = market.problem
  if (reserve?.appliesTo !== 'supply') return flows
  return market.services.flatMap(({ service }) => {
    const sold = flows.filter(({ serviceId }) => serviceId === service.id)
    const kept = reserveOnSupply(reserve, unitsIn(service, period))
    const parts = inProportion(kept, new Map(sold.map(flow => [flow.requirementId, flow.units])))
    return sold.map(flow => ({ ...flow, reserved: parts.get(flow.requirementId)! }))
  })
}

const flowsIn = (
  market: Market,
  won: Won,
  period: Period,
  before: Shipments,
): { shipments: Shipments; flows: MatchFlow[] } => {
  const takes = takesIn(market, won, period)
  const projectOf = new Map(market.services.map(({ project, service }) => [service.id, project.id]))
  const shipments = transport(
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
    const used = inProportion(net, gross)
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

/** A flow that goes on unchanged into the next period is one flow. */
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
 * Which service serves which requirement, from when to when. Worked out from the last period backwards,
 * keeping what the
 * later period uses wherever possible, so that a lasting need keeps its lasting supplier.
 */
export const flowsOf = (market: Market, won: Won): MatchFlow[] => {
  const all: MatchFlow[] = []
  let before: Shipments = new Map()
  for (const period of market.periods.toReversed()) {
    const { shipments, flows } = flowsIn(market, won, period, before)
    all.push(...flows)
    before = shipments
  }
  return joinedUp(all)
}

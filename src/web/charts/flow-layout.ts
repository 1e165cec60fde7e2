import { isInPeriod, type Day } from '@credit-market/values/dates'
import type { ReviewFlow } from '#contract/round/match'
import { bottomOf, type PlacedBlock, placeRibbons, stackBlocks } from '#look/flow-layout'

/** Project or requirement as a block of the drawing. */
export interface FlowNode extends PlacedBlock {
  id: string
  name: string
  side: 'project' | 'requirement'
  units: number
  reserved: number
}

/** Units that one project supplies to one requirement in a period. */
export interface FlowRibbon {
  id: string
  from: FlowNode
  to: FlowNode
  units: number
  reserved: number
  fromTop: number
  toTop: number
  thick: number
}

export interface FlowPicture {
  nodes: FlowNode[]
  ribbons: FlowRibbon[]
  height: number
}

/** Initial date of a review: the last date on which a flow begins, when everything that lasts flows. */
export const latestFlowStart = (flows: readonly ReviewFlow[]): Day | undefined =>
  flows
    .map(({ start }) => start)
    .toSorted()
    .at(-1)

/** Flows on a date. */
export const flowsOnDate = (flows: readonly ReviewFlow[], day: Day): ReviewFlow[] =>
  flows.filter(flow => isInPeriod(day, flow))

const TOP = 4
const LEAST = 18

type Pair = { id: string; from: string; to: string; units: number; reserved: number }

const pairsOf = (flows: readonly ReviewFlow[]): Pair[] => {
  const pairs = new Map<string, Pair>()
  for (const flow of flows) {
    const id = `${flow.project.id} ${flow.requirement.id}`
    const known = pairs.get(id)
    pairs.set(id, {
      id,
      from: flow.project.id,
      to: flow.requirement.id,
      units: (known?.units ?? 0) + flow.units,
      reserved: (known?.reserved ?? 0) + flow.reserved,
    })
  }
  return [...pairs.values()]
}

const nodesOf = (flows: readonly ReviewFlow[], side: FlowNode['side']): FlowNode[] => {
  const nodes = new Map<string, FlowNode>()
  for (const flow of flows) {
    const known = nodes.get(flow[side].id)
    nodes.set(flow[side].id, {
      ...flow[side],
      side,
      units: (known?.units ?? 0) + flow.units,
      reserved: (known?.reserved ?? 0) + flow.reserved,
      top: 0,
      height: 0,
    })
  }
  return [...nodes.values()]
}

/** Average position of a node's partners, used to keep crossings of ribbons few. */
const partnerPlace = (node: FlowNode, pairs: readonly Pair[], others: readonly string[]): number => {
  const own = pairs.filter(pair => (node.side === 'project' ? pair.from : pair.to) === node.id)
  const weight = own.reduce((sum, pair) => sum + pair.units, 0) || 1
  return (
    own.reduce(
      (sum, pair) => sum + others.indexOf(node.side === 'project' ? pair.to : pair.from) * pair.units,
      0,
    ) / weight
  )
}

const untangled = (left: FlowNode[], right: FlowNode[], pairs: readonly Pair[]): [FlowNode[], FlowNode[]] => {
  let projects = left.toSorted((a, b) => b.units - a.units || a.name.localeCompare(b.name))
  let requirements = right
  for (let round = 0; round < 6; round++) {
    const placedLeft = projects.map(node => node.id)
    requirements = requirements.toSorted(
      (a, b) => partnerPlace(a, pairs, placedLeft) - partnerPlace(b, pairs, placedLeft),
    )
    const placedRight = requirements.map(node => node.id)
    projects = projects.toSorted(
      (a, b) => partnerPlace(a, pairs, placedRight) - partnerPlace(b, pairs, placedRight),
    )
  }
  return [projects, requirements]
}

/** Lays out the flows of one period: projects left, requirements right, ribbons as thick as their units. */
export const layOutFlows = (flows: readonly ReviewFlow[]): FlowPicture => {
  const pairs = pairsOf(flows)
  const [left, right] = untangled(nodesOf(flows, 'project'), nodesOf(flows, 'requirement'), pairs)
  const total = left.reduce((sum, node) => sum + node.units + node.reserved, 0)
  const most = Math.max(left.length, right.length, 1)
  const perUnit = total > 0 ? Math.max(120, most * 26) / total : 0
  const heightOf = (node: FlowNode): number => Math.max(LEAST, (node.units + node.reserved) * perUnit)
  const projects = stackBlocks(left, TOP, heightOf)
  const requirements = stackBlocks(
    right.map(node => ({ ...node, reserved: 0 })),
    TOP,
    heightOf,
  )
  const ribbons = pairs.flatMap(pair => {
    const from = projects.find(node => node.id === pair.from)
    const to = requirements.find(node => node.id === pair.to)
    return from && to ? [{ ...pair, from, to, thick: Math.max(1.5, pair.units * perUnit) }] : []
  })
  const nodes = [...projects, ...requirements]
  return { nodes, ribbons: placeRibbons(ribbons, projects, requirements), height: bottomOf(nodes) + 6 }
}

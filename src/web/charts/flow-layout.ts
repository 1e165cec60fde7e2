import { isDuring, type Day } from '#domain/dates'
import type { ReviewFlow } from '#contract/match'

/** A project or a requirement as a block of the drawing. */
export interface FlowNode {
  id: string
  name: string
  side: 'project' | 'requirement'
  units: number
  reserved: number
  top: number
  height: number
}

/** The units one project supplies to one requirement in a period. */
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

/** The day on which a review begins of itself: the last on which a flow begins, when all that lasts flows. */
export const lastBeginning = (flows: readonly ReviewFlow[]): Day | undefined =>
  flows
    .map(({ start }) => start)
    .toSorted()
    .at(-1)

/** The flows of a day. */
export const flowsOn = (flows: readonly ReviewFlow[], day: Day): ReviewFlow[] =>
  flows.filter(flow => isDuring(day, flow))

const GAP = 10
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

/** Where a node's partners lie on average, so that ribbons cross as little as they can. */
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

const stacked = (nodes: readonly FlowNode[], perUnit: number): FlowNode[] => {
  let top = 4
  return nodes.map(node => {
    const height = Math.max(LEAST, (node.units + node.reserved) * perUnit)
    const placed = { ...node, top, height }
    top += height + GAP
    return placed
  })
}

const rank = (nodes: readonly FlowNode[], id: string): number => nodes.findIndex(node => node.id === id)

/** Places the flows of one period: projects left, requirements right, ribbons as thick as their units. */
export const layOut = (flows: readonly ReviewFlow[]): FlowPicture => {
  const pairs = pairsOf(flows)
  const [left, right] = untangled(nodesOf(flows, 'project'), nodesOf(flows, 'requirement'), pairs)
  const total = left.reduce((sum, node) => sum + node.units + node.reserved, 0)
  const most = Math.max(left.length, right.length, 1)
  const perUnit = total > 0 ? Math.max(120, most * 26) / total : 0
  const projects = stacked(left, perUnit)
  const requirements = stacked(
    right.map(node => ({ ...node, reserved: 0 })),
    perUnit,
  )
  const used = new Map<string, number>()
  const take = (node: FlowNode, thick: number): number => {
    const start = used.get(node.side + node.id) ?? 0
    used.set(node.side + node.id, start + thick)
    return node.top + start
  }
  const ribbons = pairs
    .toSorted(
      (a, b) =>
        rank(requirements, a.to) - rank(requirements, b.to) ||
        rank(projects, a.from) - rank(projects, b.from),
    )
    .flatMap(pair => {
      const from = projects.find(node => node.id === pair.from)
      const to = requirements.find(node => node.id === pair.to)
      if (!from || !to) return []
      const thick = Math.max(1.5, pair.units * perUnit)
      return [{ ...pair, from, to, thick, fromTop: take(from, thick), toTop: take(to, thick) }]
    })
  const bottom = Math.max(0, ...[...projects, ...requirements].map(node => node.top + node.height))
  return { nodes: [...projects, ...requirements], ribbons, height: bottom + 6 }
}

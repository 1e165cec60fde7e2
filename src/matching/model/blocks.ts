import type { Amounts, Block } from './program.ts'

/** One need of a period, and the services that may serve it. */
export interface NeedAtom {
  column: number
  amount: number
  services: readonly number[]
}

/** One service's supply in a period. */
export interface SupplyAtom {
  column: number
  amount: number
}

const put = (amounts: Amounts, column: number, amount: number): void => {
  amounts.set(column, (amounts.get(column) ?? 0) + amount)
}

interface NeedNode {
  amounts: Amounts
  services: readonly number[]
}

/** Needs that the same services can serve are one node. */
const needNodes = (needs: readonly NeedAtom[]): NeedNode[] => {
  const nodes = new Map<string, NeedNode>()
  for (const { column, amount, services } of needs) {
    const key = services.join()
    const node = nodes.get(key) ?? { amounts: new Map(), services }
    put(node.amounts, column, amount)
    nodes.set(key, node)
  }
  return [...nodes.values()]
}

/** Needs joined by a common service, as groups of indices. */
export const joined = (nodes: readonly Pick<NeedAtom, 'services'>[]): number[][] => {
  const leader = nodes.map((_, at) => at)
  const lead = (at: number): number => (leader[at] === at ? at : (leader[at] = lead(leader[at]!)))
  const owner = new Map<number, number>()
  nodes.forEach(({ services }, at) => {
    for (const service of services) {
      const first = owner.get(service)
      if (first === undefined) owner.set(service, at)
      else leader[lead(at)] = lead(first)
    }
  })
  const sets = new Map<number, number[]>()
  nodes.forEach((_, at) => sets.set(lead(at), [...(sets.get(lead(at)) ?? []), at]))
  return [...sets.values()]
}

/** Services that serve the same needs are one node too; then the block is as small as it can be. */
const blockOf = (nodes: readonly NeedNode[], supplies: ReadonlyMap<number, SupplyAtom>): Block => {
  const serves = new Map<number, number[]>()
  nodes.forEach(({ services }, at) => {
    for (const service of services) serves.set(service, [...(serves.get(service) ?? []), at])
  })
  const twins = new Map<string, number>()
  const block: Block = { needs: nodes.map(({ amounts }) => ({ amounts, from: [] })), supplies: [] }
  for (const [service, needs] of serves) {
    const { column, amount } = supplies.get(service)!
    const key = needs.join()
    let node = twins.get(key)
    if (node === undefined) {
      node = block.supplies.push(new Map()) - 1
      twins.set(key, node)
      for (const need of needs) block.needs[need]!.from.push(node)
    }
    put(block.supplies[node]!, column, amount)
  }
  return block
}

/**
 * A period's needs and supplies, merged into nodes and parted into blocks that have nothing to do with each
 * other.
 */
export const blocksOf = (needs: readonly NeedAtom[], supplies: ReadonlyMap<number, SupplyAtom>): Block[] => {
  const nodes = needNodes(needs)
  return joined(nodes).map(set =>
    blockOf(
      set.map(at => nodes[at]!),
      supplies,
    ),
  )
}

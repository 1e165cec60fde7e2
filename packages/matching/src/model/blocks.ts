import type { AmountsByColumn, ProgramBlock } from './program.ts'

/** One need of a period, and the services that may serve it. */
export interface PeriodNeed {
  column: number
  amount: number
  services: readonly number[]
}

/** Supply of one service in a period. */
export interface PeriodSupply {
  column: number
  amount: number
}

const put = (amounts: AmountsByColumn, column: number, amount: number): void => {
  amounts.set(column, (amounts.get(column) ?? 0) + amount)
}

interface NeedNode {
  amounts: AmountsByColumn
  services: readonly number[]
}

/** Merges needs that the same services can serve into one node. */
const needNodes = (needs: readonly PeriodNeed[]): NeedNode[] => {
  const nodes = new Map<string, NeedNode>()
  for (const { column, amount, services } of needs) {
    const key = services.join()
    const node = nodes.get(key) ?? { amounts: new Map(), services }
    put(node.amounts, column, amount)
    nodes.set(key, node)
  }
  return [...nodes.values()]
}

/** Groups of indices of needs that are connected by common services. */
export const groupConnectedNeeds = (nodes: readonly Pick<PeriodNeed, 'services'>[]): number[][] => {
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

/** Builds the smallest block: services that serve the same needs also become one node. */
const blockOf = (nodes: readonly NeedNode[], supplies: ReadonlyMap<number, PeriodSupply>): ProgramBlock => {
  const serves = new Map<number, number[]>()
  nodes.forEach(({ services }, at) => {
    for (const service of services) serves.set(service, [...(serves.get(service) ?? []), at])
  })
  const twins = new Map<string, number>()
  const block: ProgramBlock = { needs: nodes.map(({ amounts }) => ({ amounts, from: [] })), supplies: [] }
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

/** Splits a period's needs and supplies into independent blocks of merged nodes. */
export const splitIntoBlocks = (
  needs: readonly PeriodNeed[],
  supplies: ReadonlyMap<number, PeriodSupply>,
): ProgramBlock[] => {
  const nodes = needNodes(needs)
  return groupConnectedNeeds(nodes).map(set =>
    blockOf(
      set.map(at => nodes[at]!),
      supplies,
    ),
  )
}

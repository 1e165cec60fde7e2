import { needsWithinSuppliesRow } from './hall.ts'
import {
  tightenRow,
  type AmountsByColumn,
  type ProgramBlock,
  type MarketProgram,
  type Row,
} from './program.ts'

/** A relaxation breaks a condition if it exceeds it by more than this fraction of its largest amount. */
const BROKEN = 2e-9

/** Open blocks with columns renumbered by their index in a part; columns outside the part are left out. */
export const restrictBlocksToColumns = (
  blocks: readonly ProgramBlock[],
  at: ReadonlyMap<number, number>,
): ProgramBlock[] => {
  const within = (amounts: AmountsByColumn): AmountsByColumn =>
    new Map(
      [...amounts].flatMap(([column, amount]): [number, number][] => {
        const here = at.get(column)
        return here === undefined ? [] : [[here, amount]]
      }),
    )
  return blocks.flatMap(({ needs, supplies }) => {
    const own = needs.flatMap(({ amounts, from }) => {
      const kept = within(amounts)
      return kept.size === 0 ? [] : [{ amounts: kept, from }]
    })
    return own.length === 0 ? [] : [{ needs: own, supplies: supplies.map(within) }]
  })
}

/** First rows of an open block: every need against its own supplies, and all needs against all supplies. */
export const initialBlockRows = ({ needs, supplies }: ProgramBlock): Row[] => {
  const together = (nodes: readonly AmountsByColumn[]): AmountsByColumn => {
    const total: AmountsByColumn = new Map()
    for (const amounts of nodes)
      for (const [column, amount] of amounts) total.set(column, (total.get(column) ?? 0) + amount)
    return total
  }
  const single = needs.flatMap(({ amounts, from }) => {
    const supply = together(from.map(node => supplies[node]!))
    return [...amounts].map(need => needsWithinSuppliesRow(new Map([need]), supply))
  })
  return [
    ...single,
    needsWithinSuppliesRow(together(needs.map(({ amounts }) => amounts)), together(supplies), true),
  ]
}

const sumOf = (amounts: AmountsByColumn, x: ArrayLike<number>): number => {
  let sum = 0
  for (const [column, amount] of amounts) sum += amount * x[column]!
  return sum
}

/**
 * Sends as much as possible from supplies to needs; returns what is left of each, and the flows. In whole numbers
 * every unit counts.
 */
const sent = ({ needs, supplies }: ProgramBlock, x: ArrayLike<number>) => {
  const wanting = needs.map(({ amounts }) => sumOf(amounts, x))
  const left = supplies.map(amounts => sumOf(amounts, x))
  const isWhole = [...wanting, ...left].every(Number.isInteger)
  const least = isWhole ? 0 : BROKEN * Math.max(1, ...wanting)
  const users = supplies.map(() => new Map<number, number>())
  for (const [need, { from }] of needs.entries()) {
    for (const supply of from) {
      const units = Math.min(wanting[need]!, left[supply]!)
      if (units <= 0) continue
      users[supply]!.set(need, units)
      wanting[need]! -= units
      left[supply]! -= units
    }
  }
  return { wanting, left, users, least }
}

/** A flow through a block: the units that each need still lacks, those left of each supply, and those of each supply by need. */
export type BlockFlowState = Pick<ReturnType<typeof sent>, 'wanting' | 'left' | 'users'>

/** Finds the nodes that a need can reach by moving other needs to other supplies, and the path back. */
export const findReachableSupplies = (
  { needs }: ProgramBlock,
  { users }: Pick<BlockFlowState, 'users'>,
  start: number,
) => {
  const via = new Map<number, { supply: number; before: number } | null>([[start, null]])
  const reached = new Map<number, number>()
  for (const need of via.keys()) {
    for (const supply of needs[need]!.from) {
      if (reached.has(supply)) continue
      reached.set(supply, need)
      for (const user of users[supply]!.keys()) if (!via.has(user)) via.set(user, { supply, before: need })
    }
  }
  return { via, reached }
}

/** Moves units along the path from a supply with some left to the need that lacks them. */
export const augmentFlow = (
  sending: BlockFlowState,
  { via, reached }: ReturnType<typeof findReachableSupplies>,
  free: number,
): void => {
  const { users, left } = sending
  const steps = [{ need: reached.get(free)!, supply: free }]
  for (let at = via.get(steps[0]!.need); at; at = via.get(at.before))
    steps.push({ need: at.before, supply: at.supply })
  const start = steps.at(-1)!.need
  const moved = steps.slice(1).map(({ supply }, at) => users[supply]!.get(steps[at]!.need)!)
  const units = Math.min(sending.wanting[start]!, left[free]!, ...moved)
  steps.forEach(({ need, supply }, at) => {
    users[supply]!.set(need, (users[supply]!.get(need) ?? 0) + units)
    if (at === 0) return
    const before = steps[at - 1]!.need
    const rest = users[supply]!.get(before)! - units
    if (rest > 0) users[supply]!.set(before, rest)
    else users[supply]!.delete(before)
  })
  sending.wanting[start]! -= units
  left[free]! -= units
}

/** Needs that together exceed all supplies that they can reach, and those supplies (Gale 1957), as rows. */
const brokenIn = (block: ProgramBlock, x: ArrayLike<number>): Row[] => {
  const sending = sent(block, x)
  const rows: Row[] = []
  const told = new Set<number>()
  for (const start of block.needs.keys()) {
    while (sending.wanting[start]! > sending.least) {
      const reach = findReachableSupplies(block, sending, start)
      const free = [...reach.reached.keys()].find(supply => sending.left[supply]! > sending.least / 64)
      if (free !== undefined) {
        augmentFlow(sending, reach, free)
        continue
      }
      if (![...reach.via.keys()].some(need => told.has(need))) rows.push(rowAmong(block, reach))
      for (const need of reach.via.keys()) told.add(need)
      break
    }
  }
  return rows
}

/** Row that limits the needs that depend on some supplies. */
const rowAmong = (
  { needs, supplies }: ProgramBlock,
  { reached }: ReturnType<typeof findReachableSupplies>,
): Row => {
  const need: AmountsByColumn = new Map()
  const supply: AmountsByColumn = new Map()
  const add = (total: AmountsByColumn, more: AmountsByColumn): void => {
    for (const [column, amount] of more) total.set(column, (total.get(column) ?? 0) + amount)
  }
  for (const { amounts, from } of needs) if (from.every(node => reached.has(node))) add(need, amounts)
  for (const node of reached.keys()) add(supply, supplies[node]!)
  return needsWithinSuppliesRow(need, supply, true)
}

const keyOf = (row: Row): string => `${row.columns.join()}|${row.coefficients.join()}`

/** Rows of blocks that a choice breaks, without duplicates, with supplies capped at what the row can use. */
export const findViolatedBlockRows = (
  program: MarketProgram,
  x: ArrayLike<number>,
  blocks = program.blocks ?? [],
): Row[] => {
  const rows = blocks.flatMap(block => brokenIn(block, x)).map(row => tightenRow(program, row))
  return [...new Map(rows.map(row => [keyOf(row), row])).values()]
}

import { rowOf } from './hall.ts'
import { tightened, type Amounts, type Block, type Program, type Row } from './program.ts'

/** A condition is broken by a relaxation when it fails by more than this part of its largest amount. */
const BROKEN = 2e-9

/** The columns of some open blocks, by their index in a part; what is not in the part is left out. */
export const blocksWithin = (blocks: readonly Block[], at: ReadonlyMap<number, number>): Block[] => {
  const within = (amounts: Amounts): Amounts =>
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

/**
 * The rows an open block starts with: every need against its own supplies, and all needs against all
 * supplies.
 */
export const startingRows = ({ needs, supplies }: Block): Row[] => {
  const together = (nodes: readonly Amounts[]): Amounts => {
    const total: Amounts = new Map()
    for (const amounts of nodes)
      for (const [column, amount] of amounts) total.set(column, (total.get(column) ?? 0) + amount)
    return total
  }
  const single = needs.flatMap(({ amounts, from }) => {
    const supply = together(from.map(node => supplies[node]!))
    return [...amounts].map(need => rowOf(new Map([need]), supply))
  })
  return [...single, rowOf(together(needs.map(({ amounts }) => amounts)), together(supplies), true)]
}

const sumOf = (amounts: Amounts, x: ArrayLike<number>): number => {
  let sum = 0
  for (const [column, amount] of amounts) sum += amount * x[column]!
  return sum
}

/**
 * Sends as much as possible from supplies to needs; what is left of each, and what flows where. Of whole numbers
 * every unit counts.
 */
const sent = ({ needs, supplies }: Block, x: ArrayLike<number>) => {
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

/** What needs still want, what supplies have left, and who uses how much of each supply. */
export type Sending = Pick<ReturnType<typeof sent>, 'wanting' | 'left' | 'users'>

/** Everything a need can reach by moving others to other supplies, and the way back. */
export const reachOf = ({ needs }: Block, { users }: Pick<Sending, 'users'>, start: number) => {
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

/** Moves units along the way from a supply with some left back to the need that wants them. */
export const improve = (
  sending: Sending,
  { via, reached }: ReturnType<typeof reachOf>,
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

/** The needs that together want more than all they can reach, and what they reach (Gale 1957); null if none. */
const brokenIn = (block: Block, x: ArrayLike<number>): Row[] => {
  const sending = sent(block, x)
  const rows: Row[] = []
  const told = new Set<number>()
  for (const start of block.needs.keys()) {
    while (sending.wanting[start]! > sending.least) {
      const reach = reachOf(block, sending, start)
      const free = [...reach.reached.keys()].find(supply => sending.left[supply]! > sending.least / 64)
      if (free !== undefined) {
        improve(sending, reach, free)
        continue
      }
      if (![...reach.via.keys()].some(need => told.has(need))) rows.push(rowAmong(block, reach))
      for (const need of reach.via.keys()) told.add(need)
      break
    }
  }
  return rows
}

/** What needs within some supplies may take of them. */
const rowAmong = ({ needs, supplies }: Block, { reached }: ReturnType<typeof reachOf>): Row => {
  const need: Amounts = new Map()
  const supply: Amounts = new Map()
  const add = (total: Amounts, more: Amounts): void => {
    for (const [column, amount] of more) total.set(column, (total.get(column) ?? 0) + amount)
  }
  for (const { amounts, from } of needs) if (from.every(node => reached.has(node))) add(need, amounts)
  for (const node of reached.keys()) add(supply, supplies[node]!)
  return rowOf(need, supply, true)
}

const keyOf = (row: Row): string => `${row.columns.join()}|${row.coefficients.join()}`

/** The rows of blocks that a choice breaks, each once, with supplies capped at what the row can use. */
export const brokenRows = (program: Program, x: ArrayLike<number>, blocks = program.blocks ?? []): Row[] => {
  const rows = blocks.flatMap(block => brokenIn(block, x)).map(row => tightened(program, row))
  return [...new Map(rows.map(row => [keyOf(row), row])).values()]
}

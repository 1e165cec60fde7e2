import type { ConnectorCut } from '../model/connectors.ts'
import type { MarketProgram } from '../model/program.ts'
import { createCoalitionEvaluator } from '../solver/evaluator.ts'

/** Value in pence of a market in which only these columns are present. */
export type CoalitionValueFunction = (present: Uint8Array) => number

/** A way to fund the connectors, as a set of their indices, that breaks no row among them. */
interface Way {
  set: number
  cost: number
  /** This set as connectors of each block. */
  local: number[]
}

const waysOf = (program: MarketProgram, cut: ConnectorCut, touched: readonly number[][]): Way[] => {
  const has = (set: number, at: number): number => (set >> at) & 1
  const sets = Array.from({ length: 2 ** cut.connectors.length }, (_, set) => set)
  const allowed = sets.filter(set =>
    cut.rows.every(({ columns, coefficients, limit }) => {
      const sum = columns.reduce(
        (total, column, k) => total + has(set, cut.connectors.indexOf(column)) * coefficients[k]!,
        0,
      )
      return sum <= limit
    }),
  )
  return allowed.map(set => ({
    set,
    cost: cut.connectors.reduce((sum, column, at) => sum - has(set, at) * program.columns[column]!.value, 0),
    local: touched.map(connectors => connectors.reduce((inBlock, at, k) => inBlock | (has(set, at) << k), 0)),
  }))
}

/** One block of a cut market: the connectors that it touches, and its value with some of them funded. */
const blockOf = (
  { program, from }: ConnectorCut['blocks'][number],
  cut: ConnectorCut,
  pulse: (columns: number) => void,
) => {
  const connectors = cut.connectors.flatMap((column, at) => (from.includes(column) ? [at] : []))
  const place = from.map(column => connectors.indexOf(cut.connectors.indexOf(column)))
  const valueOf = createCoalitionEvaluator(program, () => pulse(program.columns.length), true)
  const solve = (present: Uint8Array, funded: number, reached: number): number | null => {
    const here = Uint8Array.from(from, (column, at) =>
      place[at]! < 0 ? present[column]! : (funded >> place[at]!) & 1,
    )
    return valueOf(here, reached)?.value ?? null
  }
  return { connectors, solve }
}

/** A smaller improvement, in pence, is not searched for. */
const BETTER = 0.5

/**
 * Values single coalitions of a market that a few projects hold together: for every way to fund those, it sums the
 * values of the blocks. A way is abandoned once a block falls short of what it must bring to beat the best way so
 * far; a block has no higher value with fewer connectors.
 */
export const createValuerByConnectors = (
  program: MarketProgram,
  cut: ConnectorCut,
  pulse: (columns: number) => void,
): CoalitionValueFunction => {
  const blocks = cut.blocks.map(block => blockOf(block, cut, pulse))
  const ways = waysOf(
    program,
    cut,
    blocks.map(({ connectors }) => connectors),
  )

  return present => {
    const here = cut.connectors.reduce((set, column, at) => set | (present[column]! << at), 0)
    const bounds = blocks.map(({ connectors }) => new Float64Array(2 ** connectors.length).fill(Infinity))
    const exact = blocks.map(({ connectors }) => new Uint8Array(2 ** connectors.length))
    const learn = (at: number, funded: number, value: number): void => {
      const known = bounds[at]!
      for (let less = funded; ; less = (less - 1) & funded) {
        known[less] = Math.min(known[less]!, value)
        if (less === 0) break
      }
    }
    let best = 0
    const consider = (way: Way): void => {
      let most = -way.cost
      way.local.forEach((funded, at) => (most += bounds[at]![funded]!))
      for (const [at, funded] of way.local.entries()) {
        if (most <= best + BETTER) return
        if (exact[at]![funded] === 1) continue
        const bound = bounds[at]![funded]!
        const needed = best + bound - most
        const found = blocks[at]!.solve(present, funded, Math.max(0, needed)) ?? (needed < 0 ? 0 : null)
        learn(at, funded, found ?? needed + BETTER)
        if (found === null) return
        exact[at]![funded] = 1
        most += found - bound
      }
      best = Math.max(best, most)
    }
    blocks.forEach(({ connectors, solve }, at) => {
      const funded = connectors.reduce((set, connector, k) => set | (((here >> connector) & 1) << k), 0)
      learn(at, funded, solve(present, funded, 0) ?? 0)
      exact[at]![funded] = 1
    })
    for (const way of ways) if ((way.set & ~here) === 0) consider(way)
    return best
  }
}

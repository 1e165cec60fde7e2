import { findExceededSupplies } from './block-flow.ts'
import { needsWithinSuppliesRow } from './hall.ts'
import {
  tightenRow,
  type AmountsByColumn,
  type ProgramBlock,
  type MarketProgram,
  type Row,
} from './program.ts'

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

/** Row that limits the needs that depend on some supplies. */
const rowAmong = ({ needs, supplies }: ProgramBlock, reached: ReadonlySet<number>): Row => {
  const need: AmountsByColumn = new Map()
  const supply: AmountsByColumn = new Map()
  const add = (total: AmountsByColumn, more: AmountsByColumn): void => {
    for (const [column, amount] of more) total.set(column, (total.get(column) ?? 0) + amount)
  }
  for (const { amounts, from } of needs) if (from.every(node => reached.has(node))) add(need, amounts)
  for (const node of reached) add(supply, supplies[node]!)
  return needsWithinSuppliesRow(need, supply, true)
}

const keyOf = (row: Row): string => `${row.columns.join()}|${row.coefficients.join()}`

/** Rows of blocks that a choice breaks, without duplicates, with supplies capped at what the row can use. */
export const findViolatedBlockRows = (
  program: MarketProgram,
  x: ArrayLike<number>,
  blocks = program.blocks ?? [],
): Row[] => {
  const rows = blocks.flatMap(block =>
    findExceededSupplies(block, x).map(some => tightenRow(program, rowAmong(block, new Set(some)))),
  )
  return [...new Map(rows.map(row => [keyOf(row), row])).values()]
}

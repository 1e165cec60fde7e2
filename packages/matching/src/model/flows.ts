import { needsWithinSuppliesRow } from './hall.ts'
import { tightenRow, type ProgramBlock, type Column, type MarketProgram, type Row } from './program.ts'

/**
 * Rows of a block with a flow for every pair of nodes, as a fraction of the need: larger than closed sets, but the
 * number of rows stays bounded. Adds the flows to the columns.
 */
export const writeBlockAsFlows = ({ needs, supplies }: ProgramBlock, columns: Column[]): Row[] => {
  const into = needs.map(({ amounts }) => needsWithinSuppliesRow(amounts, new Map()))
  const outOf = supplies.map(amounts => needsWithinSuppliesRow(new Map(), amounts))
  needs.forEach(({ from, amounts }, need) => {
    const most = [...amounts.values()].reduce((sum, amount) => sum + amount, 0)
    for (const supply of from) {
      const flow = columns.push({ player: -1, value: 0, whole: false, upper: 1 }) - 1
      for (const [row, sign] of [
        [into[need]!, -1],
        [outOf[supply]!, 1],
      ] as const) {
        row.columns.push(flow)
        row.coefficients.push(sign * most)
      }
    }
  })
  return [...into, ...outOf]
}

/** Number of flows that would write the open blocks of a part. */
export const countFlowVariables = ({ blocks = [] }: Pick<MarketProgram, 'blocks'>): number =>
  blocks.flatMap(({ needs }) => needs).reduce((sum, { from }) => sum + from.length, 0)

/**
 * A part with its open blocks written as flows, and supplies capped at all that they can serve; its own columns come
 * first.
 */
export const expandBlocksToFlows = (program: MarketProgram): MarketProgram => {
  const columns = [...program.columns]
  const rows = (program.blocks ?? []).flatMap(block => writeBlockAsFlows(block, columns))
  const flowing = { ...program, columns, blocks: [] }
  return { ...flowing, rows: [...program.rows, ...rows.map(row => tightenRow(flowing, row))] }
}

import { rowOf } from './hall.ts'
import { tightened, type Block, type Column, type Program, type Row } from './program.ts'

/**
 * The condition of a block with a flow for every pair of nodes, as a part of what the need takes: larger than closed
 * sets, but never too many rows. The flows are added to the columns.
 */
export const flowRows = ({ needs, supplies }: Block, columns: Column[]): Row[] => {
  const into = needs.map(({ amounts }) => rowOf(amounts, new Map()))
  const outOf = supplies.map(amounts => rowOf(new Map(), amounts))
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

/** How many flows a part is written with where its blocks are open. */
export const flowsIn = ({ blocks = [] }: Pick<Program, 'blocks'>): number =>
  blocks.flatMap(({ needs }) => needs).reduce((sum, { from }) => sum + from.length, 0)

/** A part with its open blocks written with flows, supplies capped at all they can serve; its own columns come first. */
export const withFlows = (program: Program): Program => {
  const columns = [...program.columns]
  const rows = (program.blocks ?? []).flatMap(block => flowRows(block, columns))
  const flowing = { ...program, columns, blocks: [] }
  return { ...flowing, rows: [...program.rows, ...rows.map(row => tightened(flowing, row))] }
}

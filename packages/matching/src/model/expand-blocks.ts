import { countFlowVariables, writeBlockAsFlows } from './flows.ts'
import { hallConditionRows } from './hall.ts'
import type { MarketProgram, ProgramBlock, Row } from './program.ts'
import { removeImpliedRows } from './rows.ts'
import { splitIntoSubmarkets } from './submarkets.ts'

/** Above this number of rows a block is written with flows; above this number of flows it stays open. */
const MOST_ROWS = 3_000
const MOST_FLOWS = 300

/** The rows of a block with all its closed sets, or how it can be written otherwise. */
const writtenAs = (block: ProgramBlock): Row[] | 'flows' | 'open' =>
  hallConditionRows(block, MOST_ROWS) ??
  (countFlowVariables({ blocks: [block] }) <= MOST_FLOWS ? 'flows' : 'open')

/**
 * Copies a market and writes the rows of its open blocks out, part by part, where all blocks of a part can be. A part of
 * which some block stays open goes to HiGHS, which searches flows faster than many rows.
 */
export const expandSmallOpenBlocks = (program: MarketProgram): MarketProgram => {
  const columns = [...program.columns]
  const partOf = new Map<number, number>()
  for (const [part, { from }] of splitIntoSubmarkets(program, false).entries())
    for (const column of from) partOf.set(column, part)
  const all = (program.blocks ?? []).map(block => {
    const [column] = block.needs.flatMap(({ amounts }) => [...amounts.keys()])
    return { block, part: partOf.get(column!), written: writtenAs(block) }
  })
  const open = new Set(all.filter(({ written }) => written === 'open').map(({ part }) => part))
  const flowing: ProgramBlock[] = []
  const blocks: ProgramBlock[] = []
  const rows = all.flatMap(({ block, part, written }) => {
    if (open.has(part) || written === 'open') {
      blocks.push(block)
      return []
    }
    if (written !== 'flows') return written
    flowing.push(block)
    return writeBlockAsFlows(block, columns)
  })
  return {
    players: program.players,
    columns,
    rows: removeImpliedRows([...program.rows, ...rows]),
    blocks,
    flowing,
  }
}

import { NOTHING, totalValue, type Program } from '../model/program.ts'
import type { Solver } from '../solver/solve-request.ts'

/**
 * How far an item was from winning: by how many pence its owner would have had to move to tie; null when no
 * price would do.
 */
export type Distance = number | null

const forced = (program: Program, column: number, solve: Solver, options: ForceOptions): number | null => {
  const lower = new Float64Array(program.columns.length)
  lower[column] = 1
  const answer = solve({ ...options, program, lower })
  return answer.x === null ? null : totalValue(program, answer.x)
}

/** What every forced solve is told besides. */
export interface ForceOptions {
  cancelled?: () => boolean
}

const STEPS = 50
const SAME = 0.01

/**
 * For a divisible bid a small part may tie before the whole does: the least price per whole at which any
 * part would win.
 */
const divisible = (
  program: Program,
  column: number,
  best: number,
  solve: Solver,
  options: ForceOptions,
): Distance => {
  const others = program.columns.map(({ value }, at) => (at === column ? 0 : value / 100))
  let price = program.columns.reduce((sum, { value }) => sum + Math.abs(value), best) * 100
  for (let step = 0; step < STEPS; step += 1) {
    const objective = others.map((value, at) => (at === column ? price / 100 : value))
    const { x } = solve({ ...options, program, objective })
    const part = x?.[column] ?? 0
    if (x === null || part < NOTHING) return step === 0 ? null : price - program.columns[column]!.value
    const rest = totalValue(program, x) - program.columns[column]!.value * part
    const next = (best - rest) / part
    if (next > price - SAME) return next - program.columns[column]!.value
    price = next
  }
  return price - program.columns[column]!.value
}

/** One more solve with the losing item forced in: the surplus lost is what it lacked (market rules 2.7). */
export const distanceOf = (
  program: Program,
  column: number,
  best: number,
  solve: Solver,
  options: ForceOptions,
): Distance => {
  if (!program.columns[column]!.whole) return divisible(program, column, best, solve, options)
  const value = forced(program, column, solve, options)
  return value === null ? null : best - value
}

import type { Solver } from './ask.ts'
import { NOTHING, worth, type Program } from './program.ts'

/** What a coalition is worth, and which of the winners it really uses. */
interface Found {
  value: number
  used: number
}

/** Values of all coalitions of winners, each together with all losers, as a table by set of winners (bit i is winner i). */
export interface Coalitions {
  winners: number[]
  values: Float64Array
  /** How many of the values needed a solve of their own. */
  solved: number
}

/** The best match without some players, every loser staying in (market rules 3.2). */
const valueOf = (program: Program, winners: readonly number[], members: number, solve: Solver): Found => {
  const absent = new Set(winners.filter((_, at) => (members & (1 << at)) === 0))
  const upper = program.columns.map(({ player, upper: most }) => (absent.has(player) ? 0 : most))
  const answer = solve({ program, upper })
  if (answer.x === null) throw new Error('A coalition without any trade must at least be possible')
  const bit = new Map(winners.map((player, at) => [player, 1 << at]))
  const used = program.columns.reduce((set, { player }, at) => {
    return answer.x![at]! > NOTHING ? set | (bit.get(player) ?? 0) : set
  }, 0)
  return { value: worth(program, answer.x), used }
}

/**
 * Largest sets first. A set whose best match leaves some winners idle is worth the same without any of them, so one solve
 * settles every set between those it used and itself.
 */
export const coalitionValues = (
  program: Program,
  winners: readonly number[],
  solve: Solver,
  tick: (done: number) => void,
): Coalitions => {
  const all = 2 ** winners.length - 1
  const values = new Float64Array(all + 1).fill(-1)
  let solved = 0
  let known = 0
  for (let members = all; members >= 0; members -= 1) {
    if (values[members]! >= 0) continue
    const { value, used } = valueOf(program, winners, members, solve)
    solved += 1
    const idle = members & ~used
    for (let some = idle; ; some = (some - 1) & idle) {
      if (values[used | some]! < 0) known += 1
      values[used | some] = Math.max(value, 0)
      if (some === 0) break
    }
    tick(known / (all + 1))
  }
  return { winners: [...winners], values, solved }
}

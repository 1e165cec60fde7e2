import { describe, expect, it } from 'vitest'
import { generateRound } from '../../test/generate.ts'
import { sortProblem } from '../formats/problem.ts'
import { compileMarket } from '../model/compile.ts'
import { strengthenRelaxation } from '../model/strong.ts'
import { createSeededRandom } from '../pricing/random.ts'
import { solveWithBranchAndBound } from './dense-program.ts'
import { withFixedColumnsRemoved } from './without-fixed.ts'

describe('a program with most columns fixed', () => {
  it.each([1, 2, 3, 4, 5, 6])('has the same answer with the fixed columns removed (seed %i)', seed => {
    const { program } = compileMarket(sortProblem(generateRound('small', seed)))
    const { x: best } = solveWithBranchAndBound({ program })
    const r = createSeededRandom(seed)
    const isDecided = program.columns.map(({ whole }) => whole && r.chance(0.7))
    const lower = program.columns.map((_, at) => (isDecided[at] ? best![at]! : 0))
    const upper = program.columns.map((_, at) => (isDecided[at] ? best![at]! : 1))
    const aim = program.columns.map(() => r.whole(-3, 3))
    const asked = [
      { program, lower, upper },
      { program, lower, upper, objective: aim },
      { program, lower, upper, floor: 0 },
    ]
    for (const question of asked) {
      const whole = solveWithBranchAndBound(question)
      const part = withFixedColumnsRemoved(one => {
        expect(one.program.columns.length).toBeLessThan(program.columns.length)
        return solveWithBranchAndBound(one)
      })(question)
      expect(part.value).toBeCloseTo(whole.value, 6)
      isDecided.forEach((decided, at) => decided && expect(part.x![at]).toBe(best![at]))
    }
  })

  it('is feasible where fixed supplies, as parts of a need, sum to it but for rounding', () => {
    const column = (value: number) => ({ player: 0, value, whole: true, upper: 1 })
    const plain = {
      players: ['one'],
      columns: [-10, -10, 50, 7].map(column),
      rows: [{ columns: [0, 1, 2], coefficients: [-600_000, -100_000, 700_000], limit: 0, equal: false }],
    }
    const program = strengthenRelaxation(plain, true)
    const solve = withFixedColumnsRemoved(question => solveWithBranchAndBound(question))
    expect(solve({ program, lower: [1, 1, 1, 0], upper: [1, 1, 1, 1] })).toMatchObject({ value: 37 })
  })
})

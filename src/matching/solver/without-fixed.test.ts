import { describe, expect, it } from 'vitest'
import { generateRound } from '#test/matching/generate'
import { inOrder } from '../formats/problem.ts'
import { compile } from '../model/compile.ts'
import { random } from '../pricing/random.ts'
import { solveWithBranchAndBound } from './dense-program.ts'
import { withoutFixed } from './without-fixed.ts'

describe('questions with most columns decided', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'a question with most columns decided has the same answer without them (seed %i)',
    seed => {
      const { program } = compile(inOrder(generateRound('small', seed)))
      const { x: best } = solveWithBranchAndBound({ program })
      const r = random(seed)
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
        const part = withoutFixed(one => {
          expect(one.program.columns.length).toBeLessThan(program.columns.length)
          return solveWithBranchAndBound(one)
        })(question)
        expect(part.value).toBeCloseTo(whole.value, 6)
        isDecided.forEach((decided, at) => decided && expect(part.x![at]).toBe(best![at]))
      }
    },
  )
})

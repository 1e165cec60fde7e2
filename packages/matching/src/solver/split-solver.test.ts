import { describe, expect, test } from 'vitest'
import { generateRound } from '../../test/generate.ts'
import { sortProblem } from '../formats/problem.ts'
import { compileMarket } from '../model/compile.ts'
import { findConnectorCut } from '../model/connectors.ts'
import type { MarketProgram } from '../model/program.ts'
import { splitIntoSubmarkets } from '../model/submarkets.ts'
import { solveWithBranchAndBound } from './dense-program.ts'
import { differsFromChoiceRow, type SolveRequest } from './solve-request.ts'
import { createConnectorSolver } from './split-solver.ts'

/** Parts of generated rounds that fall into blocks, each with a solver that must not ask another. */
const parts = Array.from({ length: 12 }, (_, seed) =>
  splitIntoSubmarkets(compileMarket(sortProblem(generateRound('small', seed + 1))).program, false).map(
    ({ program }) => program,
  ),
)
  .flat()
  .flatMap(program => {
    const cut = findConnectorCut(program)
    const other = (): never => {
      throw new Error('asked another solver')
    }
    return cut === null ? [] : [{ program, split: createConnectorSolver(other, program, cut, 50_000) }]
  })

const plainly = (program: MarketProgram, { unlike, ...request }: Omit<SolveRequest, 'program'>) =>
  solveWithBranchAndBound({
    program,
    ...request,
    rows: unlike === undefined ? [] : [differsFromChoiceRow(program, unlike)],
  })

describe('a part searched block by block around its connectors', () => {
  test('has the same value as a search of the whole', () => {
    expect(parts.length).toBeGreaterThan(5)
    for (const { program, split } of parts) {
      const found = split({ program })
      expect(found.status).toBe('optimal')
      expect(found.value).toBeCloseTo(plainly(program, {}).value, 1)
    }
  })

  test('finds as good a second-best choice as a search of the whole, or that there is none', () => {
    for (const { program, split } of parts) {
      const { x, value } = split({ program })
      for (const floor of [value - 0.02, value - 500_000, value - 5_000_000]) {
        const request = { unlike: { x: x!, among: () => true }, floor }
        const found = split({ program, ...request })
        const plain = plainly(program, request)
        expect(found.status).toBe(plain.status)
        if (plain.x === null) continue
        expect(found.value).toBeGreaterThan(floor)
        expect(plainly(program, { lower: found.x!, upper: found.x! }).value).toBeCloseTo(found.value, 1)
        expect(program.columns.some(({ whole }, at) => whole && found.x![at] !== x![at])).toBe(true)
      }
    }
  })

  test('can be searched with another objective', () => {
    for (const { program, split } of parts) {
      const objective = program.columns.map(({ value }, at) => (value * (1 + (at % 3))) / 7e8)
      expect(split({ program, objective }).value).toBeCloseTo(plainly(program, { objective }).value, 3)
    }
  })

  test('can be searched again with other bounds', () => {
    for (const { program, split } of parts) {
      const { x } = split({ program })
      for (const [at, { whole }] of program.columns.entries()) {
        if (!whole || x![at] === 1) continue
        const lower = program.columns.map((_, other) => (other === at ? 1 : 0))
        const plain = plainly(program, { lower })
        const found = split({ program, lower })
        expect(found.status).toBe(plain.status)
        if (plain.x !== null) expect(found.value).toBeCloseTo(plain.value, 1)
      }
    }
  })
})

import { describe, expect, it } from 'vitest'
import { generateOverlapChainRound } from '../../test/chains.ts'
import { generateRound } from '../../test/generate.ts'
import { sortProblem } from '../formats/problem.ts'
import type { MatchProblem } from '../problem/match-problem.ts'
import { compileMarket } from './compile.ts'
import { expandSmallOpenBlocks } from './expand-blocks.ts'
import { countFlowVariables } from './flows.ts'
import type { Row } from './program.ts'
import { splitIntoSubmarkets } from './submarkets.ts'

const marketOf = (problem: MatchProblem, mostWritten?: number) =>
  compileMarket(sortProblem(problem), mostWritten === undefined ? {} : { mostWritten }).program

describe('open blocks of a market', () => {
  it('are all written out where every block of a part can be', () => {
    const market = marketOf(generateRound('small', 1), 0)
    expect(market.blocks!.length).toBeGreaterThan(0)
    const { blocks, flowing, rows } = expandSmallOpenBlocks(market)
    expect([blocks, flowing]).toEqual([[], []])
    const keyOf = (row: Row): string => JSON.stringify([row.columns, row.coefficients, row.limit])
    const all = new Set(rows.map(keyOf))
    const written = marketOf(generateRound('small', 1), Infinity)
    expect(written.rows.filter(row => !all.has(keyOf(row)))).toEqual([])
  })

  it('all stay open in a part in which one must', () => {
    const market = marketOf(generateOverlapChainRound(8, 80, 128, 1))
    const expanded = expandSmallOpenBlocks(market)
    const parts = splitIntoSubmarkets(expanded, false).map(({ program }) => program)
    const open = parts.filter(program => countFlowVariables(program) > 0)
    expect(open).not.toEqual([])
    for (const program of open) expect(program.flowing).toEqual([])
    expect(countFlowVariables(expanded)).toBe(countFlowVariables(market))
    expect(expanded.columns).toEqual(market.columns)
  })
})

import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import { generateRound, type Size } from '#test/matching/generate'
import file from '../../../test/vectors/market-vectors.json' with { type: 'json' }
import { solve } from '../solve.ts'
import { PROBLEM } from './problem-schema.ts'
import { readMarket } from './read-market.ts'
import type { Of, Schema } from './schema.ts'
import { SOLUTION } from './solution-schema.ts'

const faultsIn = (schema: Schema<unknown>, value: unknown): string[] => {
  const faults: string[] = []
  schema.check('', value, faults)
  return faults
}

/** The published text of a schema, read by somebody else. */
const published = ({ json }: Schema<unknown>) => z.fromJSONSchema(json)

describe('the schemas of problem and solution', () => {
  it('are the types of problem and solution', () => {
    expectTypeOf<Of<typeof PROBLEM>>().toEqualTypeOf<MatchProblem>()
    expectTypeOf<Of<typeof SOLUTION>>().toExtend<MatchSolution>()
    expectTypeOf<MatchSolution>().toExtend<Of<typeof SOLUTION>>()
  })

  it.each<Size>(['small', 'real'])('hold of every made-up round (%s)', size => {
    const round = generateRound(size, 1)
    expect(faultsIn(PROBLEM, round)).toEqual([])
    expect(published(PROBLEM).safeParse(round).success).toBe(true)
  })

  it.each(file.market.map(({ id, problem }) => ({ id, problem })))(
    'hold of the round and the result of $id',
    async ({ problem: given }) => {
      const problem = readMarket(given)
      const solution: unknown = JSON.parse(JSON.stringify(await solve(problem)))
      expect(faultsIn(PROBLEM, problem)).toEqual([])
      expect(faultsIn(SOLUTION, solution)).toEqual([])
      expect(published(PROBLEM).safeParse(problem).success).toBe(true)
      expect(published(SOLUTION).safeParse(solution).success).toBe(true)
    },
  )

  it.each<[string, (round: MatchProblem) => unknown]>([
    ['a field is missing', round => ({ ...round, roundId: undefined })],
    ['a field is not known', round => ({ ...round, extra: 1 })],
    ['a list is none', round => ({ ...round, projects: {} })],
    ['a number is a text', round => ({ ...round, requirements: [{ ...round.requirements[0]!, bid: '1' }] })],
    ['a number is negative', round => ({ ...round, requirements: [{ ...round.requirements[0]!, bid: -1 }] })],
    [
      'a word is none of those allowed',
      round => ({ ...round, projects: [{ ...round.projects[0]!, ncaId: '' }] }),
    ],
    ['the version is another', round => ({ ...round, version: 2 })],
  ])('as published and as checked, they refuse what is wrong: %s', (_, spoil) => {
    const spoilt = spoil(generateRound('small', 1))
    expect(faultsIn(PROBLEM, spoilt)).toHaveLength(1)
    expect(published(PROBLEM).safeParse(spoilt).success).toBe(false)
  })
})

import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import { generateRound, type Size } from '#test/matching/generate'
import file from '../../../test/vectors/market-vectors.json' with { type: 'json' }
import { solve } from '../solve.ts'
import { faultsIn } from './faults.ts'
import { PROBLEM } from './problem-schema.ts'
import { readMarket } from './read-market.ts'
import { SOLUTION } from './solution-schema.ts'

/** The published text of a schema, read by somebody else. */
const published = (schema: z.ZodType) => z.fromJSONSchema(z.toJSONSchema(schema))

describe('the schemas of problem and solution', () => {
  it('the schemas of problem and solution are their types', () => {
    expectTypeOf<z.infer<typeof PROBLEM>>().toEqualTypeOf<MatchProblem>()
    expectTypeOf<z.infer<typeof SOLUTION>>().toExtend<MatchSolution>()
    expectTypeOf<MatchSolution>().toExtend<z.infer<typeof SOLUTION>>()
  })

  it.each<Size>(['small', 'real'])('the schema of a problem holds of every made-up round (%s)', size => {
    const round = generateRound(size, 1)
    expect(faultsIn(PROBLEM, round).faults).toEqual([])
    expect(published(PROBLEM).safeParse(round).success).toBe(true)
  })

  it.each(file.market.map(({ id, problem }) => ({ id, problem })))(
    'the schemas of problem and solution hold of the round and the result of $id',
    async ({ problem: given }) => {
      const problem = readMarket(given)
      const solution: unknown = JSON.parse(JSON.stringify(await solve(problem)))
      expect(faultsIn(PROBLEM, problem).faults).toEqual([])
      expect(faultsIn(SOLUTION, solution).faults).toEqual([])
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
  ])('the schema of a problem, as published and as checked, refuses that %s', (_, spoil) => {
    const spoilt = spoil(generateRound('small', 1))
    expect(faultsIn(PROBLEM, spoilt).faults).toHaveLength(1)
    expect(published(PROBLEM).safeParse(spoilt).success).toBe(false)
  })
})

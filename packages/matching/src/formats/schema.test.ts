import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { MatchProblem } from '../problem/match-problem.ts'
import type { MatchSolution } from '../problem/match-solution.ts'
import { generateRound, type RoundSizeName } from '../../test/generate.ts'
import file from '../../test/vectors/market-vectors.json' with { type: 'json' }
import { solve } from '../solve.ts'
import { listValidationErrors } from './faults.ts'
import { MATCH_PROBLEM_SCHEMA } from './problem-schema.ts'
import { readMarketFile } from './read-market.ts'
import { MATCH_SOLUTION_SCHEMA } from './solution-schema.ts'

/** A schema as read back from its published JSON Schema. */
const published = (schema: z.ZodType) => z.fromJSONSchema(z.toJSONSchema(schema))

describe('the schemas of problem and solution', () => {
  it('match the TypeScript types', () => {
    expectTypeOf<z.infer<typeof MATCH_PROBLEM_SCHEMA>>().toEqualTypeOf<MatchProblem>()
    expectTypeOf<z.infer<typeof MATCH_SOLUTION_SCHEMA>>().toExtend<MatchSolution>()
    expectTypeOf<MatchSolution>().toExtend<z.infer<typeof MATCH_SOLUTION_SCHEMA>>()
  })

  it.each<RoundSizeName>(['small', 'real'])('accepts every random round as a problem (%s)', size => {
    const round = generateRound(size, 1)
    expect(listValidationErrors(MATCH_PROBLEM_SCHEMA, round).faults).toEqual([])
    expect(published(MATCH_PROBLEM_SCHEMA).safeParse(round).success).toBe(true)
  })

  it.each(file.market.map(({ id, problem }) => ({ id, problem })))(
    'accept the round and the result of $id',
    async ({ problem: given }) => {
      const problem = readMarketFile(given)
      const solution: unknown = JSON.parse(JSON.stringify(await solve(problem)))
      expect(listValidationErrors(MATCH_PROBLEM_SCHEMA, problem).faults).toEqual([])
      expect(listValidationErrors(MATCH_SOLUTION_SCHEMA, solution).faults).toEqual([])
      expect(published(MATCH_PROBLEM_SCHEMA).safeParse(problem).success).toBe(true)
      expect(published(MATCH_SOLUTION_SCHEMA).safeParse(solution).success).toBe(true)
    },
  )

  it.each<[string, (round: MatchProblem) => unknown]>([
    ['a field is missing', round => ({ ...round, roundId: undefined })],
    ['a field is not known', round => ({ ...round, extra: 1 })],
    ['a list is not a list', round => ({ ...round, projects: {} })],
    ['a number is a text', round => ({ ...round, requirements: [{ ...round.requirements[0]!, bid: '1' }] })],
    ['a number is negative', round => ({ ...round, requirements: [{ ...round.requirements[0]!, bid: -1 }] })],
    [
      'a word is not an allowed one',
      round => ({ ...round, projects: [{ ...round.projects[0]!, ncaId: '' }] }),
    ],
    ['the version is different', round => ({ ...round, version: 2 })],
  ])('refuses, both as published and as checked, that %s', (_, spoil) => {
    const spoilt = spoil(generateRound('small', 1))
    expect(listValidationErrors(MATCH_PROBLEM_SCHEMA, spoilt).faults).toHaveLength(1)
    expect(published(MATCH_PROBLEM_SCHEMA).safeParse(spoilt).success).toBe(false)
  })
})

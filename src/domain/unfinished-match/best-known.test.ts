import { describe, expect, it } from 'vitest'
import { createOrdinaryRound } from '../../../packages/matching/test/hard-rounds.ts'
import { findUsableMatch } from './best-known.ts'
import { MIN_SEARCH_MINUTES, type UnfinishedMatch } from './unfinished-match.ts'

const problem = createOrdinaryRound(1)
const run = (more: Partial<UnfinishedMatch> = {}, of = problem) => ({
  problem: of,
  unfinished: {
    open: 'best' as const,
    minutes: MIN_SEARCH_MINUTES,
    surplus: 9_900,
    bound: 10_000,
    projectIds: ['P1'],
    requirementIds: ['R1'],
    hard: [],
    ...more,
  },
})

describe('the best known match that a round may use', () => {
  it('is the one with the greatest surplus of all runs, the earliest of equal ones, with the least bound', () => {
    const runs = [
      run({ surplus: 9_800, bound: 9_999 }),
      run({ surplus: 9_950, projectIds: ['P2'] }),
      run({ surplus: 9_950, projectIds: ['P3'], bound: 10_100 }),
      run({ surplus: 9_990, minutes: 1 }, createOrdinaryRound(2)),
    ]
    expect(findUsableMatch(runs, problem, 100)).toEqual({
      best: { surplus: 9_950, bound: 9_999, projectIds: ['P2'], requirementIds: ['R1'] },
      obstacle: null,
    })
  })

  it('may come from a short run, once another one was long enough', () => {
    expect(findUsableMatch([run({ minutes: 1 })], problem, 100).obstacle).toContain('at least 120 minutes')
    expect(findUsableMatch([run({ minutes: 1 }), run({ surplus: 1 })], problem, 100).best?.surplus).toBe(
      9_900,
    )
  })

  it('is at most as far below the bound as the round allows', () => {
    expect(findUsableMatch([run()], problem, 100).best).not.toBeNull()
    expect(findUsableMatch([run()], problem, 99).obstacle).toBe(
      'The gap is 1.00%, and this round allows 0.99%. Match again with more time',
    )
  })

  it.each(['priced', 'explained'] as const)('is refused if the best is proven and “%s” is open', open => {
    expect(findUsableMatch([run(), run({ open })], problem, 100).obstacle).toMatch(
      /the best match is proven/i,
    )
  })

  it('is refused if nothing is known, or only matches that are worth nothing', () => {
    for (const runs of [[], [run({ surplus: 0, bound: 0 })], [{ problem, unfinished: null }]])
      expect(findUsableMatch(runs, problem, 10_000).obstacle).toBe(
        'No match of these offers and bids is known',
      )
  })

  it('may be a match with a proven surplus whose ties are open', () => {
    expect(findUsableMatch([run({ open: 'tied', surplus: 10_000 })], problem, 1).best).not.toBeNull()
  })
})

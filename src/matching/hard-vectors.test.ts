import { describe, expect, it } from 'vitest'
import { truthOf } from '#test/matching/brute-force/truth'
import chain from '../../test/vectors/hard/chain-080x128-1.json' with { type: 'json' }
import atCriticalPrice from '../../test/vectors/hard/divisible-at-critical-price-fails-1.json' with { type: 'json' }
import divisibleTie from '../../test/vectors/hard/divisible-tie-with-reserve-fails.json' with { type: 'json' }
import roundingLoss from '../../test/vectors/hard/rounding-loss-paid-by-strangers.json' with { type: 'json' }
import shortByOne from '../../test/vectors/hard/short-by-a-ten-thousandth.json' with { type: 'json' }
import threeThirds from '../../test/vectors/hard/three-thirds-of-a-thousand-fails.json' with { type: 'json' }
import { NotProven } from './formats/errors.ts'
import { readMarket } from './formats/read-market.ts'
import { solve } from './solve.ts'

const sharesIn = async (round: Readonly<Record<string, unknown>>): Promise<Record<string, number>> => {
  const { organisations } = await solve(readMarket(round))
  return Object.fromEntries(organisations.map(({ organisationId, share }) => [organisationId, share]))
}

describe('hard rounds', () => {
  it('a hundred units do not serve a need of a hundred and a ten-thousandth', async () => {
    expect(await sharesIn(shortByOne)).toEqual({ BQ: 875_000, BR: 2_958_334, SA: 3_208_333, SB: 2_458_333 })
  })

  it('nobody pays for what is lost by rounding in a trade of others', async () => {
    const { surplus } = await solve(readMarket(roundingLoss))
    expect(surplus).toBe(90_000_000)
    expect(await sharesIn(roundingLoss)).toEqual({ S2: 45_000_000, B2: 45_000_000 })
  })

  it.each([
    ['a round of three buyers who each need a third and a little more', threeThirds],
    ['a round of one divisible trade that is worth nothing, with a reserve', divisibleTie],
  ])('%s is matched as trying every ending finds, and proven', async (_, round) => {
    const problem = readMarket(round)
    const truth = truthOf(problem)
    const solution = await solve(problem)
    expect(solution).toMatchObject({ proven: true, surplus: truth.surplus })
    expect(solution.projects.flatMap(({ id, won }) => (won ? [id] : []))).toEqual(truth.projects)
    expect(solution.requirements.flatMap(({ id, won }) => (won ? [id] : [])).toSorted()).toEqual(
      Object.keys(truth.requirements).toSorted(),
    )
  })

  it('a bid at its own critical price beside a divisible bid is matched and proven', async () => {
    expect(await solve(readMarket(atCriticalPrice))).toMatchObject({ proven: true })
  })

  it('a chain for which there is no time ends with the best known match, its bound and its gap', async () => {
    const fault: unknown = await solve(readMarket(chain), { timeBudgetSeconds: 0 }).catch(
      (end: unknown) => end,
    )
    expect(fault).toBeInstanceOf(NotProven)
    const { best, gap } = fault instanceof NotProven ? fault : { best: null, gap: null }
    expect(gap).toBeGreaterThanOrEqual(0)
    expect(best?.surplus).toBeGreaterThanOrEqual(0)
    expect(best?.bound).toBeGreaterThanOrEqual(best?.surplus ?? 0)
  })
})

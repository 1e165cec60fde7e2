import { describe, expect, it } from 'vitest'
import { solveByBruteForce } from '../test/brute-force/truth.ts'
import chain from '../test/vectors/hard/chain-080x128-1.json' with { type: 'json' }
import atCriticalPrice from '../test/vectors/hard/divisible-at-critical-price-fails-1.json' with { type: 'json' }
import divisibleTie from '../test/vectors/hard/divisible-tie-with-reserve-fails.json' with { type: 'json' }
import roundingLoss from '../test/vectors/hard/rounding-loss-paid-by-strangers.json' with { type: 'json' }
import shortByOne from '../test/vectors/hard/short-by-a-ten-thousandth.json' with { type: 'json' }
import threeThirds from '../test/vectors/hard/three-thirds-of-a-thousand-fails.json' with { type: 'json' }
import { NotProvenError } from './formats/errors.ts'
import { readMarketFile } from './formats/read-market.ts'
import { solve } from './solve.ts'

const sharesIn = async (round: Readonly<Record<string, unknown>>): Promise<Record<string, number>> => {
  const { organisations } = await solve(readMarketFile(round))
  return Object.fromEntries(organisations.map(({ organisationId, share }) => [organisationId, share]))
}

describe('hard rounds', () => {
  it('does not serve a need of 100.0001 units with 100 units', async () => {
    expect(await sharesIn(shortByOne)).toEqual({ BQ: 875_000, BR: 2_958_334, SA: 3_208_333, SB: 2_458_333 })
  })

  it('charges no one for rounding losses in other parties’ trades', async () => {
    const { surplus } = await solve(readMarketFile(roundingLoss))
    expect(surplus).toBe(90_000_000)
    expect(await sharesIn(roundingLoss)).toEqual({ S2: 45_000_000, B2: 45_000_000 })
  })

  it.each([
    ['a round of three buyers who each need a third and a little more', threeThirds],
    ['a round of one divisible trade that is worth nothing, with a reserve', divisibleTie],
  ])('%s is matched as exhaustive search finds, and proven', async (_, round) => {
    const problem = readMarketFile(round)
    const truth = solveByBruteForce(problem)
    const solution = await solve(problem)
    expect(solution).toMatchObject({ proven: true, surplus: truth.surplus })
    expect(solution.projects.flatMap(({ id, won }) => (won ? [id] : []))).toEqual(truth.projects)
    expect(solution.requirements.flatMap(({ id, won }) => (won ? [id] : [])).toSorted()).toEqual(
      Object.keys(truth.requirements).toSorted(),
    )
  })

  it('matches and proves a bid at its own critical price next to a divisible bid', async () => {
    expect(await solve(readMarketFile(atCriticalPrice))).toMatchObject({ proven: true })
  })

  it('ends a chain that ran out of time with the best known match, its bound and its gap', async () => {
    const fault: unknown = await solve(readMarketFile(chain), { timeBudgetSeconds: 0 }).catch(
      (end: unknown) => end,
    )
    expect(fault).toBeInstanceOf(NotProvenError)
    const { best, gap } = fault instanceof NotProvenError ? fault : { best: null, gap: null }
    expect(gap).toBeGreaterThanOrEqual(0)
    expect(best?.surplus).toBeGreaterThanOrEqual(0)
    expect(best?.bound).toBeGreaterThanOrEqual(best?.surplus ?? 0)
  })
})

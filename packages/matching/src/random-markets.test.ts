import { describe, expect, it } from 'vitest'
import type { MatchProblem } from './problem/match-problem.ts'
import type { MatchSolution } from './problem/match-solution.ts'
import { TooManyChoicesError } from '../test/brute-force/parts.ts'
import { solveByBruteForce, type BruteForceResult } from '../test/brute-force/truth.ts'
import { createExtremeRound, createOrdinaryRound, withItemPrice } from '../test/hard-rounds.ts'
import { createStallingRound, STALLING_FAMILIES, withTies } from '../test/stalling-rounds.ts'
import file from '../test/vectors/market-vectors.json' with { type: 'json' }
import { readMarketFile } from './formats/read-market.ts'
import { solve } from './solve.ts'

const SOAK = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env
  .SOAK_MARKETS
const MARKETS = Number(SOAK ?? 400)
const BATCH = 100

/** The engine's result in the format of the brute force; only with critical prices that were tried. */
const toldBy = (solution: MatchSolution, truth: BruteForceResult): BruteForceResult => {
  const { surplus, projects, requirements, organisations } = solution
  const won = requirements.filter(one => one.won)
  const lost = [...projects, ...requirements].filter(one => !one.won && one.id in truth.criticals)
  return {
    surplus,
    projects: projects.flatMap(one => (one.won ? [one.id] : [])),
    requirements: Object.fromEntries(
      won.map(({ id, ongoingOnly, ongoingUnits, additionalUnits, value }) => [
        id,
        {
          way: ongoingOnly ? 'ongoing' : 'full',
          ongoing: ongoingUnits,
          additional: additionalUnits,
          value,
        },
      ]),
    ),
    shares: Object.fromEntries(organisations.map(({ organisationId, share }) => [organisationId, share])),
    criticals: Object.fromEntries(lost.map(({ id, critical }) => [id, critical])),
  }
}

/** The brute-force truth of a round that is small enough, after comparing the engine with it; else null. */
const agreed = async (round: MatchProblem, note: string): Promise<BruteForceResult | null> => {
  let truth: BruteForceResult
  try {
    truth = solveByBruteForce(round)
  } catch (fault) {
    if (fault instanceof TooManyChoicesError) return null
    throw fault
  }
  expect(toldBy(await solve(round), truth), note).toEqual(truth)
  return truth
}

const MOST_PENCE = 1_000_000_000_000

/**
 * Checks that an item ties at its critical price, wins a penny better and loses a penny worse. A divisible bid may
 * win only in part, which is worth the penny more only if that is not rounded away.
 */
const bidAgain = async (round: MatchProblem, truth: BruteForceResult, note: string): Promise<void> => {
  const [id, critical] = Object.entries(truth.criticals).find(([, price]) => price !== null) ?? []
  if (id === undefined || critical === undefined || critical === null) return
  const isOffer = round.projects.some(one => one.id === id)
  const isDivisible = round.requirements.some(one => one.id === id && one.divisible)
  for (const better of [-1, 0, 1]) {
    const price = critical + (isOffer ? -better : better)
    if (price < 0 || price > MOST_PENCE) continue
    const again = await agreed(withItemPrice(round, id, price), `${note} with ${id} at ${price}`)
    if (again === null) continue
    const hasWon = id in again.requirements || again.projects.includes(id)
    if (better < 0) expect(hasWon, `${note} ${id} at ${price}`).toBe(false)
    else if (isDivisible) expect(again.surplus, `${note} ${id}`).toBeGreaterThanOrEqual(truth.surplus)
    else if (better === 0) expect(again.surplus, `${note} ${id}`).toBe(truth.surplus)
    else expect(hasWon, `${note} ${id} at ${price}`).toBe(true)
  }
}

describe('random small rounds agree with exhaustive search', () => {
  const kinds = { ordinary: createOrdinaryRound, extreme: createExtremeRound }
  const batches = (['ordinary', 'extreme'] as const).flatMap(kind =>
    Array.from({ length: Math.ceil(MARKETS / BATCH) }, (_, at) => ({ kind, first: at * BATCH })),
  )
  it.each(batches)('agrees for random $kind rounds, from seed $first', async ({ kind, first }) => {
    let tried = 0
    for (let seed = first; seed < first + BATCH; seed += 1) {
      const round = kinds[kind](seed)
      const truth = await agreed(round, `${kind} ${seed}`)
      if (truth === null) continue
      tried += 1
      if (seed % 4 === 0) await bidAgain(round, truth, `${kind} ${seed}`)
    }
    expect(tried).toBeGreaterThanOrEqual(0.9 * BATCH)
  })
})

/** The same round without half of the organisations around the one that makes it hard. */
const withFewer = (round: MatchProblem): MatchProblem => ({
  ...round,
  projects: round.projects.filter(({ id }) => !['P2', 'P3'].includes(id)),
  requirements: round.requirements.filter(({ id }) => !['R1', 'R2'].includes(id)),
})

describe('rounds that one organisation makes hard', () => {
  it.each(STALLING_FAMILIES)('agree with exhaustive search while they are small (%s)', async family => {
    let tried = 0
    for (let seed = 1; seed <= 8; seed += 1) {
      const round = withFewer(createStallingRound(family, family === 'split' ? 2 : 3, seed))
      for (const [kind, one] of Object.entries({ plain: round, tied: withTies(round) }))
        if ((await agreed(one, `${family} ${seed} ${kind}`)) !== null) tried += 1
    }
    expect(tried).toBe(16)
  })
})

describe('exhaustive search', () => {
  it.each(file.market.map(({ id, problem, expected }) => ({ id, problem, expected })))(
    'finds the result worked by hand in case $id',
    ({ problem, expected }) => {
      const truth = solveByBruteForce(readMarketFile(problem))
      const pence = (amounts: object): Record<string, number> =>
        Object.fromEntries(
          Object.entries(amounts).map(([id, pounds]) => [id, Math.round(Number(pounds) * 100)]),
        )
      const shares = pence(expected.bwcShares)
      expect(truth.surplus).toBe(Math.round(expected.surplus * 100))
      expect(truth.projects).toEqual(expected.winningProjects)
      expect(Object.keys(truth.shares).toSorted()).toEqual(Object.keys(shares).toSorted())
      for (const [id, share] of Object.entries(truth.shares))
        expect(Math.abs(share - shares[id]!), id).toBeLessThanOrEqual(1)
      const criticals: Record<string, number | null | undefined> = {
        ...expected.criticalBids,
        ...expected.criticalOffers,
      }
      for (const [id, critical] of Object.entries(truth.criticals))
        expect(critical === null ? null : critical / 100, id).toBe(criticals[id])
    },
  )
})

import { describe, expect, it } from 'vitest'
import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import { TooMany } from '#test/matching/brute-force/parts'
import { truthOf, type Truth } from '#test/matching/brute-force/truth'
import { extreme, ordinary, withPrice } from '#test/matching/hard-rounds'
import file from '../../test/vectors/market-vectors.json' with { type: 'json' }
import { readMarket } from './formats/read-market.ts'
import { solve } from './solve.ts'

const SOAK = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env
  .SOAK_MARKETS
const MARKETS = Number(SOAK ?? 400)
const BATCH = 100

/** What the engine says, in the words of the brute force; only of the critical prices that were tried. */
const toldBy = (solution: MatchSolution, truth: Truth): Truth => {
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

/** The truth of a round that can be tried, after the engine was held to it. */
const agreed = async (round: MatchProblem, note: string): Promise<Truth | null> => {
  let truth: Truth
  try {
    truth = truthOf(round)
  } catch (fault) {
    if (fault instanceof TooMany) return null
    throw fault
  }
  expect(toldBy(await solve(round), truth), note).toEqual(truth)
  return truth
}

const MOST_PENCE = 1_000_000_000_000

/**
 * At its critical price an item ties; a penny better, and it wins; a penny worse, and it loses. Of a divisible bid only a
 * part may win, which is worth the penny more only where that does not round away.
 */
const bidAgain = async (round: MatchProblem, truth: Truth, note: string): Promise<void> => {
  const [id, critical] = Object.entries(truth.criticals).find(([, price]) => price !== null) ?? []
  if (id === undefined || critical === undefined || critical === null) return
  const isOffer = round.projects.some(one => one.id === id)
  const isDivisible = round.requirements.some(one => one.id === id && one.divisible)
  for (const better of [-1, 0, 1]) {
    const price = critical + (isOffer ? -better : better)
    if (price < 0 || price > MOST_PENCE) continue
    const again = await agreed(withPrice(round, id, price), `${note} with ${id} at ${price}`)
    if (again === null) continue
    const hasWon = id in again.requirements || again.projects.includes(id)
    if (better < 0) expect(hasWon, `${note} ${id} at ${price}`).toBe(false)
    else if (isDivisible) expect(again.surplus, `${note} ${id}`).toBeGreaterThanOrEqual(truth.surplus)
    else if (better === 0) expect(again.surplus, `${note} ${id}`).toBe(truth.surplus)
    else expect(hasWon, `${note} ${id} at ${price}`).toBe(true)
  }
}

describe('random small rounds agree with trying every possible ending', () => {
  const kinds = { ordinary, extreme }
  const batches = (['ordinary', 'extreme'] as const).flatMap(kind =>
    Array.from({ length: Math.ceil(MARKETS / BATCH) }, (_, at) => ({ kind, first: at * BATCH })),
  )
  it.each(batches)(
    'random $kind rounds agree with trying every possible ending, from seed $first',
    async ({ kind, first }) => {
      let tried = 0
      for (let seed = first; seed < first + BATCH; seed += 1) {
        const round = kinds[kind](seed)
        const truth = await agreed(round, `${kind} ${seed}`)
        if (truth === null) continue
        tried += 1
        if (seed % 4 === 0) await bidAgain(round, truth, `${kind} ${seed}`)
      }
      expect(tried).toBeGreaterThanOrEqual(0.9 * BATCH)
    },
  )
})

describe('trying every possible ending', () => {
  it.each(file.market.map(({ id, problem, expected }) => ({ id, problem, expected })))(
    'trying every possible ending finds what was worked by hand in case $id',
    ({ problem, expected }) => {
      const truth = truthOf(readMarket(problem))
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

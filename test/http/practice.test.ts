import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { initialBid, OWN_PARTY_ID, copiedMatchProblem } from '#front/practice/round-copy'
import { solve } from '@credit-market/matching/solve'
import { MARKET_RULES } from '#domain/round/market-rules'
import { EXAMPLES } from '#practice/model/examples'
import { matchPracticeMarket } from '#practice/play'
import type { PracticeRound } from '#contract/round/practice'
import { demonstration } from '../builders/templates.ts'
import { type World, world } from '../builders/world.ts'

let market: World
beforeAll(async () => {
  market = await world({ from: demonstration })
})
afterAll(() => market.close())

const page = async (path: string): Promise<string> => {
  const answer = await market.stranger.send(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('set-cookie')).toBeNull()
  return String(answer.body)
}

describe('the practice market without scripts', () => {
  it.each([...EXAMPLES.values()])('shows the example $name with the engine’s result', async example => {
    const body = await page(`/practice?example=${example.name}`)
    const told = await matchPracticeMarket(example.setting)
    expect(body).toContain(told.headline)
    for (const sentence of told.parties.flatMap(({ sentences }) => sentences))
      expect(body).toContain(sentence)
    expect(body).toContain('<noscript>')
  })

  it('says when there is no such example, and shows the worked one', async () => {
    const body = await page('/practice?example=nonsense')
    expect(body).toContain('There is no example with this name')
    expect(body).toContain('Amber Farm receives')
  })

  it('forbids a solver in its page: only the engine’s thread may run one', async () => {
    const answer = await market.stranger.send('/practice')
    expect(answer.headers.get('content-security-policy')).not.toContain('eval')
  })
})

it('the explanation of matching is in words, with the price rule once', async () => {
  const body = await page('/how-it-works')
  for (const { title } of MARKET_RULES) expect(body.split(`<h2>${title}</h2>`)).toHaveLength(2)
  expect(body).toContain('Amount of an offer or a bid')
  expect(body).toContain('Birch Estate receives')
})

describe('a copy of the last settled round', () => {
  const PATH = '/api/practice/last-round'

  it('is for signed-in readers only, and not in the public page about it', async () => {
    expect((await market.stranger.send(PATH)).status).toBe(401)
    const body = await page('/practice/last-round')
    expect(body).toContain('The copy contains no real offers or bids')
    expect(body).not.toContain('Project 1')
  })

  it('has what was sold, and no amounts, names or owners', async () => {
    const { copy } = await market.as('larkhanger.su02').get<{ copy: PracticeRound }>(PATH)
    expect(copy.projects).toHaveLength(6)
    expect(copy.needs).toHaveLength(6)
    const { db } = market.runtime.store
    const { problem } = await db
      .selectFrom('matchResult')
      .select('problem')
      .where('roundId', '=', 'RD-SOL-B')
      .where('solution', 'is not', null)
      .executeTakeFirstOrThrow()
    const told = JSON.stringify(copy)
    for (const { id, name, supplierId, offer } of problem.projects)
      for (const secret of [id, name, supplierId, String(offer), String(offer / 100)])
        expect(told).not.toContain(`"${secret}"`)
    expect(told).not.toMatch(
      /offer|bid|cost|supplier|buyerId|name":"(?!Project \d|Need \d|Interim round: six catchments)/,
    )
  })

  it('is played with invented amounts, the same for everyone, and the reader’s own bid', async () => {
    const { copy } = await market.as('bram').get<{ copy: PracticeRound }>(PATH)
    const own = initialBid(copy, 0)
    const problem = copiedMatchProblem(copy, own)
    expect(copiedMatchProblem(copy, own)).toEqual(problem)
    const solution = await solve(problem)
    const sum = solution.organisations.reduce((all, { payment }) => all + payment, 0)
    expect(sum).toBe(0)
    const mine = solution.requirements.find(({ id }) => id === OWN_PARTY_ID)!
    expect(mine.payment).toBeLessThanOrEqual(own.pounds * 100)
    expect(solution.projects.some(({ won }) => won)).toBe(true)
  })
})

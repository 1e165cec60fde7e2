import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MARKET_RULES } from '#domain/market-rules'
import { EXAMPLES } from '#practice/model/examples'
import { play } from '#practice/play'
import { type World, world } from '../builders/world.ts'

let market: World
beforeAll(async () => {
  market = await world()
})
afterAll(() => market.close())

const page = async (path: string): Promise<string> => {
  const answer = await market.stranger.send(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('set-cookie')).toBeNull()
  return String(answer.body)
}

describe('the practice market without scripts', () => {
  it.each([...EXAMPLES.values()])(
    'shows the example $name with what the engine makes of it',
    async example => {
      const body = await page(`/practice?example=${example.name}`)
      const told = await play(example.setting)
      expect(body).toContain(told.headline)
      for (const sentence of told.parties.flatMap(({ sentences }) => sentences))
        expect(body).toContain(sentence)
      expect(body).toContain('<noscript>')
    },
  )

  it('says so where there is no such example, and shows the worked one', async () => {
    const body = await page('/practice?example=nonsense')
    expect(body).toContain('There is no example of this name')
    expect(body).toContain('Amber Farm receives')
  })

  it('may run no solver in its page: only the thread of the engine may', async () => {
    const answer = await market.stranger.send('/practice')
    expect(answer.headers.get('content-security-policy')).not.toContain('eval')
  })
})

it('how a round is matched stands there in words, the price rule among them once', async () => {
  const body = await page('/how-it-works')
  for (const { title } of MARKET_RULES) expect(body.split(`<h2>${title}</h2>`)).toHaveLength(2)
  expect(body).toContain('Amount of an offer or a bid')
  expect(body).toContain('Birch Estate receives')
})

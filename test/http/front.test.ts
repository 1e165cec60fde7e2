import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '../builders/world.ts'

let market: World
beforeAll(async () => {
  market = await world()
})
afterAll(() => market.close())

describe('the first address', () => {
  it('is the start page for whoever has not signed in, whole without scripts and cookies', async () => {
    const answer = await market.stranger.send('/')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('vary')).toContain('cookie')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = String(answer.body)
    expect(page.match(/<h1/g)).toHaveLength(1)
    expect(page).toContain('<a class="nav-link" href="/login">Sign in</a>')
  })

  it('is not sent again to who has it', async () => {
    const { headers } = await market.stranger.send('/')
    const again = await market.stranger.send('/', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })
})

import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OFFERED_PROJECT, type OfferingRound, openOfferingRound, SET_OFFER } from '../builders/offering.ts'
import { submissionOf, type World } from '../builders/world.ts'

let place: OfferingRound
let market: World
beforeAll(async () => {
  place = await openOfferingRound()
  market = place.market
})
afterAll(() => market.close())

const changesNothing = async <T>(work: () => Promise<T>): Promise<T> => {
  const { answer, isUnchanged } = await place.unchangedBy(work)
  expect(isUnchanged).toBe(true)
  return answer
}

describe('requests without permission', () => {
  it('ask visitors to sign in, or say that no one is signed in', async () => {
    for (const path of ['/api/projects', '/api/project/P207', SET_OFFER, '/api/home', '/api/events'])
      expect([path, await market.stranger.send(path)]).toMatchObject([
        path,
        { status: 401, body: { error: 'Sign in first' } },
      ])
    expect(await market.stranger.tries('SetOffer', OFFERED_PROJECT, { offer: 1 })).toMatchObject({
      status: 401,
    })
    expect(await market.stranger.send('/api/auth/user')).toMatchObject({ status: 403 })
  })

  it('are refused with the reason of their gate for a visible subject', async () => {
    const refused = await changesNothing(() =>
      place.owner.tries('SetCosts', OFFERED_PROJECT, { maintenance: 0 }),
    )
    expect(refused).toMatchObject({ status: 403, body: { error: expect.any(String) } })
    expect(await market.as('lpa.winchester').tries('SetOffer', OFFERED_PROJECT, { offer: 1 })).toMatchObject({
      status: 403,
    })
  })

  it('get the same not-found answer for a hidden and a missing subject', async () => {
    const rival = market.as('harestow.su17')
    const words = async (path: string, init?: RequestInit) => {
      const { status, body } = await rival.send(path, init)
      return { status, body }
    }
    const missing = { status: 404, body: { error: 'Not found' } }
    for (const id of ['P207', 'P999']) {
      expect([id, await words(`/api/project/${id}`)]).toEqual([id, missing])
      expect([id, await words(`/api/project/${id}/action/SetOffer`)]).toEqual([id, missing])
      expect([
        id,
        await words(`/api/project/${id}/action/SetOffer`, submissionOf({ values: { offer: 1 } })),
      ]).toEqual([id, missing])
      for (const path of [
        `/api/activity?subjectType=project&subjectId=${id}`,
        `/api/files?ownerType=project&ownerId=${id}`,
        `/api/comments?subjectType=project&subjectId=${id}`,
        `/api/location/${id}?ownerType=project&ownerId=${id}`,
      ])
        expect([path, await words(path)]).toEqual([path, missing])
    }
  })

  it('fail with a session that is idle, expired or signed out', async () => {
    const cookie = await market.cookieOf('fallowmarten.su22')
    const ask = async (given: string) =>
      (await market.stranger.send('/api/home', { headers: { cookie: given } })).status
    expect(await ask(cookie)).toBe(200)
    market.setClock('2026-06-15T18:29:00.000Z')
    expect(await ask(cookie)).toBe(200)
    market.setClock('2026-06-15T19:00:00.000Z')
    expect(await ask(cookie)).toBe(401)
    market.setClock('2026-06-15T18:00:00.000Z')

    const login = await market.stranger.send('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'Fallowmarten.SU22', password: 'market-garden-2026' }),
    })
    expect(login.status).toBe(204)
    const set = login.headers.get('set-cookie') ?? ''
    expect(set).toMatch(/HttpOnly/)
    expect(set).toMatch(/SameSite=Lax/)
    const fresh = set.split(';')[0] ?? ''
    expect(await ask(fresh)).toBe(200)
    await market.stranger.send('/api/auth/logout', { method: 'POST', headers: { cookie: fresh } })
    expect(await ask(fresh)).toBe(401)
    for (const forged of ['session=', 'session=x', `${cookie}x`])
      expect([forged, await ask(forged)]).toEqual([forged, 401])
  })

  it('are refused from another site', async () => {
    for (const [name, from] of [
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      const refused = await changesNothing(async () =>
        raw(
          'POST',
          SET_OFFER,
          { [name]: from, 'content-type': 'application/json' },
          '{"values":{"offer":1}}',
        ),
      )
      expect(refused.status).toBe(403)
    }
  })
})

/** A request with headers that browsers do not let a page set. */
const raw = async (method: string, path: string, headers: Record<string, string>, body: string) => {
  const cookie = await market.cookieOf('fallowmarten.su22')
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(`${market.url}${path}`, { method, headers: { cookie, ...headers } }, answer => {
      let text = ''
      answer.on('data', chunk => (text += String(chunk)))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

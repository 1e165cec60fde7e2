import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OFFERED_PROJECT, type OfferingRound, openOfferingRound, SET_OFFER } from '../builders/offering.ts'
import { SOMERSET_ROUND } from '../builders/rounds.ts'
import { type World } from '../builders/world.ts'

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

describe('wrong answers', () => {
  it('are listed by field with a message', async () => {
    const { status, body } = await changesNothing(() =>
      place.operator.tries('SetCosts', OFFERED_PROJECT, { maintenance: -1 }),
    )
    expect(status).toBe(422)
    const fields = (body as { field: string; message: string }[]).map(({ field }) => field)
    expect(fields.toSorted()).toEqual([
      'complianceMonitoring',
      'maintenance',
      'marketOperator',
      'performanceMonitoring',
    ])
    for (const { message } of body as { message: string }[]) expect(message).not.toBe('')
  })

  it.each([
    ['a text', 'much'],
    ['a fraction of a penny', 1.005],
    ['a negative number', -5],
    ['a number that is too large', 1e300],
    ['a list', [1]],
    ['an object', { pounds: 1 }],
    ['true', true],
    ['nothing', null],
  ])('are refused for the wrong type: %s as an amount', async (_what, amount) => {
    const refused = await changesNothing(async () =>
      place.owner.tries('SetOffer', OFFERED_PROJECT, { ...(await place.offer(1)), offer: amount }),
    )
    expect(refused).toMatchObject({ status: 422, body: [{ field: 'offer', message: expect.any(String) }] })
  })

  it('are refused when they name other owners’ items or none that exist', async () => {
    const wrong = {
      creditTypes: ['NutrientMitigationNitrogen'],
      lpa: 'Atlantis',
      subcatchment: 'SomersetLevelsAndMoorsTone',
    }
    const { status, body } = await place.operator.tries('SetLocation', { kind: 'project', id: 'P214' }, wrong)
    expect(status).toBe(422)
    expect((body as { field: string }[]).map(({ field }) => field).toSorted()).toEqual([
      'lpa',
      'subcatchment',
    ])
    const foreign = await changesNothing(async () =>
      place.owner.tries('SetOffer', OFFERED_PROJECT, {
        offer: 1,
        declarations: [{ id: 'RD-SOM-1-OfferBinding', answer: true }],
      }),
    )
    expect(foreign.status).toBe(422)
  })

  it('to hidden questions are ignored', async () => {
    await place.owner.does('SetOffer', OFFERED_PROJECT, {
      ...(await place.offer(225_000)),
      status: 'Matched',
      version: 99,
      id: 'P999',
      supplierId: 'SU01',
      agentId: 'AG01',
      costs: null,
      name: 'Mine now',
      __proto__: { isOperator: true },
    })
    expect(await place.own()).toMatchObject({
      id: 'P207',
      status: 'Offered',
      supplierId: 'SU22',
      name: 'Fallowmarten Meon Buffers',
    })
    expect((await place.own())?.costs).not.toBeNull()
    const comment = {
      comment: { json: '{"root":{"type":"root","children":[{"type":"text","text":"Hello"}]}}' },
      offer: 1,
      status: 'Draft',
    }
    await changesNothing(() => place.owner.tries('Comment', OFFERED_PROJECT, comment))
  })
})

describe('malformed requests', () => {
  it('are refused as such', async () => {
    const json = { 'content-type': 'application/json' }
    for (const [body, status] of [
      ['{', 400],
      ['', 400],
      ['[]', 400],
      ['null', 400],
      ['{"values":[]}', 400],
      ['{"values":{},"version":"1"}', 400],
      ['{"values":{},"version":-1}', 400],
      ['{"__proto__":{},"values":{}}', 400],
    ] as const)
      expect([
        body,
        (await place.owner.send(SET_OFFER, { method: 'POST', headers: json, body })).status,
      ]).toEqual([body, status])
    expect(
      (
        await place.owner.send(SET_OFFER, {
          method: 'POST',
          headers: { 'content-type': 'text/xml' },
          body: '<a/>',
        })
      ).status,
    ).toBe(415)
    expect(
      (
        await place.owner.send(SET_OFFER, {
          method: 'POST',
          headers: json,
          body: `"${'x'.repeat(3_000_000)}"`,
        })
      ).status,
    ).toBe(413)
  })

  it('with a text that cannot be stored are refused with the field that contains it', async () => {
    const json = { 'content-type': 'application/json' }
    const said = async (path: string, body: string | FormData) => {
      const headers = typeof body === 'string' ? json : {}
      const answer = await place.owner.send(path, { method: 'POST', headers, body })
      return [answer.status, answer.body]
    }
    const refused = (field: string) => [
      422,
      [{ field, message: 'The text contains a character that cannot be stored. Remove it' }],
    ]
    const half = String.raw`"values":{"offer":5,"deep":[{"er":"half \ud83d of it"}]}`
    expect(await said(SET_OFFER, `{${half}}`)).toEqual(refused('deep'))
    expect(await said(SET_OFFER, String.raw`{"values":{"name":"a\u0000b"}}`)).toEqual(refused('name'))
    expect(await said('/api/auth/profile', String.raw`{"name":"\udc00"}`)).toEqual(refused('name'))
    const form = new FormData()
    form.append('submission', `{${half}}`)
    const upload = SET_OFFER.replace('SetOffer', 'Comment')
    expect(await said(upload, form)).toEqual(refused('deep'))
    expect((await place.owner.send('/api/projects?q=a%00b')).status).toBe(400)
    expect((await place.owner.send('/api/project/a%00b')).status).toBe(404)
  })

  it('for unknown actions are not found, and for system actions are refused to everyone', async () => {
    for (const action of ['Explode', 'constructor', '__proto__', 'toString', 'setOffer'])
      expect([action, (await place.owner.tries(action, OFFERED_PROJECT, {})).status]).toEqual([action, 404])
    expect((await place.operator.tries('BeginMatch', SOMERSET_ROUND, {})).status).toBe(403)
    expect((await place.operator.tries('RecordMatch', SOMERSET_ROUND, { outcome: 'Failed' })).status).toBe(
      403,
    )
  })

  it('with a meaningless query value are refused', async () => {
    for (const query of [
      'limit=0',
      'limit=201',
      'limit=many',
      'cursor=%00',
      'sort=password',
      'format=exe',
      'limit=1&limit=2',
    ])
      expect([query, (await place.owner.send(`/api/projects?${query}`)).status]).toEqual([query, 400])
  })
})

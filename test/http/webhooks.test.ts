import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_FAILING_DAYS_OF_WEBHOOK, WEBHOOK_RETRY_SECONDS } from '#domain/people/webhook'
import { chainPendingEntries } from '#server/log/chaining'
import { writeWebhookMessages } from '#server/webhooks/gather'
import { sendNextWebhookMessage } from '#server/webhooks/send'
import { createSignatureHeaders } from '#server/webhooks/sign'
import { isSignedWith } from './webhook-receiver.ts'
import { INITIAL_NOW, startWebhookWorld, type WebhookWorld } from './webhook-world.ts'

let market: WebhookWorld
beforeAll(async () => {
  market = await startWebhookWorld()
})
afterAll(() => market.close())
beforeEach(() => market.begin())

it('messages are signed like the published example of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  }
  expect(createSignatureHeaders([secret], message)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

describe('webhook messages', () => {
  it('tell an organisation which of its things changed, never amounts, signed with its secret', async () => {
    const hook = await market.make('fay', ['project.changed', 'project.offered'])
    await market.offer(66_000)
    await market.gather()
    expect(await market.sendAll()).toBe(1)
    const [got] = market.receiver.received
    expect(got && isSignedWith(hook.secret, got)).toBe(true)
    const { type, timestamp, data } = JSON.parse(got?.body ?? '')
    expect([type, timestamp]).toEqual(['project.offered', INITIAL_NOW])
    expect(data).toEqual({
      ...{ kind: 'project', id: 'sedge', action: 'SetOffer', status: 'Offered', roundId: 'bidding' },
      ...{
        entry: expect.any(String),
        self: 'http://127.0.0.1:3000/api/project/sedge',
        page: 'http://127.0.0.1:3000/projects/sedge',
      },
    })
    expect(got?.body).not.toContain('66')
    expect(got?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^\w{16}$/),
    })
    expect(await market.log('fay', hook)).toMatchObject([
      { state: 'delivered', attempts: [{ number: 1, status: 204 }] },
    ])
  })

  it('are not sent about hidden or unselected things, or twice about the same', async () => {
    const hooks = [
      await market.make('eve', ['project.offered']),
      await market.make('fay', ['requirement.changed']),
      await market.make('amy', ['project.offered']),
      await market.make('sam', ['project.offered']),
    ]
    await market.offer(67_000)
    await market.gather()
    await market.gather()
    const counts = await Promise.all(
      hooks.map(
        async ({ id }, at) => (await market.log(['eve', 'fay', 'amy', 'sam'][at] ?? '', { id })).length,
      ),
    )
    // The estate is another supplier; the agency acts for the farm, and staff see everything.
    expect(counts).toEqual([0, 0, 1, 1])
  })

  it('are not sent for a preview or a refused action', async () => {
    const hook = await market.make('fay', ['project.offered'])
    const path = '/api/project/sedge/action/SetOffer'
    await market.world.ask('fay', path, {
      method: 'POST',
      payload: { values: { offer: 68_000 }, preview: true },
    })
    await market.world.ask('fay', path, { method: 'POST', payload: { values: { offer: -1 } } })
    await market.gather()
    expect(await market.log('fay', hook)).toEqual([])
  })

  it('are written and sent once by two servers', async () => {
    const hook = await market.make('fay', ['project.offered'])
    await market.offer(69_000)
    await chainPendingEntries(market.world.store.db)
    await Promise.all(
      [1, 2, 3, 4].map(() => writeWebhookMessages(market.world.runtime, market.world.config.publicUrl)),
    )
    expect(await market.log('fay', hook)).toHaveLength(1)
    for (const _ of [1, 2, 3]) await market.send('fay', `/${hook.id}/test`)
    const sent = await Promise.all(Array.from({ length: 8 }, () => sendNextWebhookMessage(market.sending())))
    const rest = await market.sendAll()
    expect(sent.filter(Boolean).length + rest).toBe(4)
    expect(new Set(market.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
    expect(market.receiver.received).toHaveLength(4)
  })
})

describe('an undelivered message', () => {
  it('is sent again with the same id and bytes, at growing intervals, and logged', async () => {
    const hook = await market.make('fay', ['project.offered'])
    await market.offer(70_000)
    await market.gather()
    Object.assign(market.receiver.answers, { status: 500, body: `Out of order ${'x'.repeat(2000)}` })
    expect(await market.sendAll()).toBe(1)
    expect(await market.sendAll()).toBe(0)
    market.forward(WEBHOOK_RETRY_SECONDS[0]! - 1)
    expect(await market.sendAll()).toBe(0)
    market.forward(1)
    expect(await market.sendAll()).toBe(1)
    Object.assign(market.receiver.answers, { status: 200, body: 'ok' })
    market.forward(WEBHOOK_RETRY_SECONDS[1]!)
    expect(await market.sendAll()).toBe(1)
    const [first, second, third] = market.receiver.received
    expect(
      new Set([first, second, third].map(got => [got?.headers['webhook-id'], got?.body].join(' '))).size,
    ).toBe(1)
    expect(Number(third?.headers['webhook-timestamp'])).toBeGreaterThan(
      Number(first?.headers['webhook-timestamp']),
    )
    const [delivery] = await market.log('fay', hook)
    expect(delivery).toMatchObject({ state: 'delivered', nextAt: null })
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([200, 500, 500])
    expect(delivery?.attempts.at(-1)?.answer).toHaveLength(500)
  })

  it('is abandoned after the last attempt, and sent once more on request', async () => {
    const hook = await market.make('fay', ['project.offered'])
    await market.send('fay', `/${hook.id}/test`)
    market.receiver.answers.status = 404
    await market.sendAll()
    for (const seconds of WEBHOOK_RETRY_SECONDS.slice(0, 6)) {
      market.forward(seconds)
      await market.sendAll()
    }
    const id = (await market.log('fay', hook))[0]?.id ?? ''
    await market.world.store.db
      .updateTable('webhookDelivery')
      .set({ attempt: WEBHOOK_RETRY_SECONDS.length, notBefore: market.world.clock.now })
      .execute()
    await market.sendAll()
    expect(await market.log('fay', hook)).toMatchObject([{ state: 'failed', nextAt: null }])
    market.receiver.answers.status = 204
    expect((await market.send('fay', `/${hook.id}/deliveries/${id}/again`)).statusCode).toBe(204)
    expect(await market.sendAll()).toBe(1)
    expect(market.receiver.received.at(-1)?.headers['webhook-id']).toBe(id)
    expect(await market.log('fay', hook)).toMatchObject([{ id, state: 'delivered' }])
  })

  it('stops the webhook after three days, or at once if gone, and its author is notified', async () => {
    const hook = await market.make('fay', ['project.offered'])
    market.receiver.answers.status = 503
    await market.send('fay', `/${hook.id}/test`)
    await market.sendAll()
    expect(await market.one('fay', hook)).toMatchObject({ pausedWhy: null, failingSince: INITIAL_NOW })
    market.forward(MAX_FAILING_DAYS_OF_WEBHOOK * 24 * 60 * 60)
    await market.send('fay', `/${hook.id}/test`)
    await market.sendAll()
    expect(await market.one('fay', hook)).toMatchObject({ pausedWhy: 'failing' })
    const gone = await market.make('fay', ['project.offered'])
    market.receiver.answers.status = 410
    await market.send('fay', `/${gone.id}/test`)
    await market.sendAll()
    expect(await market.one('fay', gone)).toMatchObject({ pausedWhy: 'gone' })
    const letters = await market.world.store.db
      .selectFrom('mailOutbox')
      .select(['toAddress', 'facts'])
      .where('letter', '=', 'webhook-stopped')
      .execute()
    expect(letters.map(({ toAddress, facts }) => [toAddress, facts.webhookId])).toEqual([
      ['fay@x.example', hook.id],
      ['fay@x.example', gone.id],
    ])
    expect((await market.send('fay', `/${gone.id}/test`)).statusCode).toBe(409)
    expect((await market.send('fay', `/${gone.id}`, { isPaused: false })).json()).toMatchObject({
      pausedWhy: null,
    })
  })

  it('may get a redirect, which is not followed, or no answer', async () => {
    const hook = await market.make('fay', ['project.offered'])
    Object.assign(market.receiver.answers, {
      status: 307,
      headers: { location: `${market.receiver.url}/elsewhere` },
    })
    await market.send('fay', `/${hook.id}/test`)
    await market.sendAll()
    expect(market.receiver.received).toHaveLength(1)
    const nobody = await market.make('fay', ['project.offered'], 'http://127.0.0.1:1/')
    await market.send('fay', `/${nobody.id}/test`)
    await market.sendAll()
    expect(await market.log('fay', nobody)).toMatchObject([
      { state: 'queued', attempts: [{ status: null, problem: expect.stringContaining('ECONNREFUSED') }] },
    ])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSecrets } from '#server/auth/secrets'
import { sendNextWebhookMessage } from '#server/webhooks/send'
import { isSignedWith } from './webhook-receiver.ts'
import { type CreatedWebhook, startWebhookWorld, type WebhookWorld } from './webhook-world.ts'
import { startWorldWith } from './world.ts'

let market: WebhookWorld
beforeAll(async () => {
  market = await startWebhookWorld()
})
afterAll(() => market.close())
beforeEach(() => market.begin())

describe('administration of webhooks', () => {
  it('is for the organisation’s people only; at the market operator for a system administrator', async () => {
    const { id } = await market.make('fay', ['project.offered'])
    for (const path of [`/${id}`, `/${id}/deliveries`])
      expect((await market.world.ask('eve', `/api/webhooks${path}`)).statusCode).toBe(404)
    expect((await market.send('eve', `/${id}/rotate`)).statusCode).toBe(404)
    expect((await market.world.ask('eve', '/api/webhooks')).json()).toEqual([])
    expect((await market.world.ask('olga', '/api/webhooks')).statusCode).toBe(403)
    expect((await market.world.ask('sam', '/api/webhooks')).json()).toEqual([])
    expect((await market.world.ask('fay', `/api/webhooks/${id}`, { method: 'DELETE' })).statusCode).toBe(204)
    const { rows } = await sql<{
      action: string
    }>`select action from activity where subject_kind = 'organisation' and subject_id = 'farm'
        and action like '%Webhook' order by id desc limit 2`.execute(market.world.store.db)
    expect(rows.map(({ action }) => action)).toEqual(['RemoveWebhook', 'AddWebhook'])
  })

  it('shows a secret once, stores it encrypted, and rotates it with a day of double signatures', async () => {
    const hook = await market.make('fay', ['project.offered'])
    expect(hook.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect((await market.world.ask('fay', '/api/webhooks')).body).not.toContain('whsec_')
    const kept = JSON.stringify(await market.world.store.db.selectFrom('webhook').selectAll().execute())
    expect(kept).not.toContain(hook.secret.slice('whsec_'.length))
    const { secret } = (await market.send('fay', `/${hook.id}/rotate`)).json<CreatedWebhook>()
    const told = async () => {
      await market.send('fay', `/${hook.id}/test`)
      await market.sendAll()
      const got = market.receiver.received.at(-1)!
      return [isSignedWith(hook.secret, got), isSignedWith(secret, got)]
    }
    expect(await told()).toEqual([true, true])
    market.forward(24 * 60 * 60)
    expect(await told()).toEqual([false, true])
  })

  it('offers the published types', async () => {
    const published = (await market.world.ask(null, '/api/public/webhook-types')).json<
      { type: string; label: string }[]
    >()
    expect(published).toContainEqual({
      type: 'project.pending-screening',
      kind: 'project',
      label: expect.any(String),
    })
    expect(
      (await market.send('fay', '', { url: market.receiver.url, types: ['project.sold'] })).statusCode,
    ).toBe(422)
    expect(
      (await market.send('fay', '', { url: market.receiver.url, types: published.map(({ type }) => type) }))
        .statusCode,
    ).toBe(200)
  })
})

it('a real market sends messages only by https to the public internet', async () => {
  const real = await startWorldWith({})
  const wrong = async (url: string) => {
    const payload = { url, types: ['project.changed'] }
    const answer = await real.ask('fay', '/api/webhooks', { method: 'POST', payload })
    return [answer.statusCode, answer.json<{ field: string }[]>()[0]?.field]
  }
  for (const url of [
    ...['http://programs.example.org/', 'ftp://programs.example.org/', 'programs', 'https://10.0.0.1/'],
    ...[
      'https://127.1/',
      'https://[::1]/',
      'https://169.254.169.254/latest',
      'https://name:word@programs.example.org/',
    ],
  ])
    expect([url, ...(await wrong(url))]).toEqual([url, 422, 'url'])
  const payload = { url: 'https://localhost/told', types: ['project.changed'] }
  const made = await real.ask('fay', '/api/webhooks', { method: 'POST', payload })
  const { id } = made.json<CreatedWebhook>()
  await real.ask('fay', `/api/webhooks/${id}/test`, { method: 'POST' })
  const secrets = openSecrets(real.config)
  expect(
    await sendNextWebhookMessage({ runtime: real.runtime, secrets, anywhere: real.config.localWebhooks }),
  ).toBe(true)
  const { items } = (await real.ask('fay', `/api/webhooks/${id}/deliveries`)).json<{ items: unknown[] }>()
  expect(items).toMatchObject([
    {
      state: 'queued',
      attempts: [{ status: null, problem: 'The address is not on the public internet' }],
    },
  ])
  await real.close()
})

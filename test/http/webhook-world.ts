import { expect } from 'vitest'
import { openSecrets } from '#server/auth/secrets'
import { chainPendingEntries } from '#server/log/chaining'
import { writeWebhookMessages } from '#server/webhooks/gather'
import { sendNextWebhookMessage } from '#server/webhooks/send'
import { startReceiver } from './webhook-receiver.ts'
import { sampleRow, startWorldWith } from './world.ts'

/** The initial time, until a test moves it. */
export const INITIAL_NOW = '2026-06-01T12:00:00.000Z'

/** A newly created webhook. */
export interface CreatedWebhook {
  id: string
  secret: string
}

/** A market and a receiving program on the same machine, which is allowed here. */
export const startWebhookWorld = async () => {
  const world = await startWorldWith(
    { DEMO: 'on' },
    sampleRow('user', {
      id: 'sam',
      username: 'sam',
      email: 'sam@x.example',
      groups: ['sysadmin'],
      organisationId: 'operator',
    }),
  )
  const receiver = await startReceiver()
  const send = (who: string, path: string, payload?: object) =>
    world.ask(who, `/api/webhooks${path}`, { method: 'POST', ...(payload && { payload }) })
  const make = async (who: string, types: string[], url = receiver.url): Promise<CreatedWebhook> => {
    const answer = await send(who, '', { url, types })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    return answer.json()
  }
  const gather = async () => {
    await chainPendingEntries(world.store.db)
    while (await writeWebhookMessages(world.runtime, world.config.publicUrl)) continue
  }
  const sending = () => ({ runtime: world.runtime, secrets: openSecrets(world.config), anywhere: true })
  const sendAll = async (): Promise<number> => {
    let sent = 0
    while (await sendNextWebhookMessage(sending())) sent += 1
    return sent
  }
  const offer = async (amount: number) => {
    const path = '/api/project/sedge/action/SetOffer'
    const { version } = (await world.ask('fay', path)).json<{ version: number }>()
    const values = { offer: amount }
    const answer = await world.ask('fay', path, { method: 'POST', payload: { values, version } })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  }
  const log = async (who: string, { id }: Pick<CreatedWebhook, 'id'>) =>
    (await world.ask(who, `/api/webhooks/${id}/deliveries`)).json<{
      items: {
        id: string
        state: string
        nextAt: string | null
        attempts: { number: number; status: number | null; answer: string | null; problem: string | null }[]
      }[]
    }>().items
  const one = async (who: string, { id }: Pick<CreatedWebhook, 'id'>) =>
    (await world.ask(who, `/api/webhooks/${id}`)).json<{
      pausedWhy: string | null
      failingSince: string | null
    }>()
  const forward = (seconds: number) => {
    world.clock.now = new Date(Date.parse(world.clock.now) + seconds * 1000).toISOString()
  }
  /** Resets to the beginning: no webhook, no messages, and every message accepted. */
  const begin = async () => {
    world.clock.now = INITIAL_NOW
    receiver.received.length = 0
    Object.assign(receiver.answers, { status: 204, headers: {}, body: '' })
    await world.store.db.deleteFrom('webhook').execute()
    await gather()
  }
  const close = async () => {
    await receiver.close()
    await world.close()
  }
  return { world, receiver, send, make, gather, sending, sendAll, offer, log, one, forward, begin, close }
}

/** The market, and the actions of tests on it. */
export type WebhookWorld = Awaited<ReturnType<typeof startWebhookWorld>>

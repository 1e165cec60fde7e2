import { expect } from 'vitest'
import { openSecrets } from '#server/auth/secrets'
import { chainNow } from '#server/store/chaining'
import { gatherNews } from '#server/webhooks/gather'
import { sendNextMessage } from '#server/webhooks/send'
import { startReceiver } from './webhook-receiver.ts'
import { like, startWorldWith } from './world.ts'

/** When it is, until a test goes on. */
export const NOW = '2026-06-01T12:00:00.000Z'

/** A webhook just made. */
export interface Hook {
  id: string
  secret: string
}

/** A market on this machine, with a program on the same machine that it may tell things. */
export const startWebhookWorld = async () => {
  const world = await startWorldWith(
    { DEMO: 'on' },
    like('user', {
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
  const make = async (who: string, types: string[], url = receiver.url): Promise<Hook> => {
    const answer = await send(who, '', { url, types })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    return answer.json()
  }
  const gather = async () => {
    await chainNow(world.store.db)
    while (await gatherNews(world.runtime, world.config.publicUrl)) continue
  }
  const sending = () => ({ runtime: world.runtime, secrets: openSecrets(world.config), anywhere: true })
  const sendAll = async (): Promise<number> => {
    let sent = 0
    while (await sendNextMessage(sending())) sent += 1
    return sent
  }
  const offer = async (amount: number) => {
    const path = '/api/project/sedge/action/SetOffer'
    const { version } = (await world.ask('fay', path)).json<{ version: number }>()
    const values = { offer: amount }
    const answer = await world.ask('fay', path, { method: 'POST', payload: { values, version } })
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
  }
  const log = async (who: string, { id }: Pick<Hook, 'id'>) =>
    (await world.ask(who, `/api/webhooks/${id}/deliveries`)).json<{
      items: {
        id: string
        state: string
        nextAt: string | null
        attempts: { number: number; status: number | null; answer: string | null; problem: string | null }[]
      }[]
    }>().items
  const one = async (who: string, { id }: Pick<Hook, 'id'>) =>
    (await world.ask(who, `/api/webhooks/${id}`)).json<{
      pausedWhy: string | null
      failingSince: string | null
    }>()
  const forward = (seconds: number) => {
    world.clock.now = new Date(Date.parse(world.clock.now) + seconds * 1000).toISOString()
  }
  /** As at the beginning: no webhook, nothing told, and everything is taken. */
  const begin = async () => {
    world.clock.now = NOW
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

/** What a test does with it. */
export type WebhookWorld = Awaited<ReturnType<typeof startWebhookWorld>>

import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createShutdownDelay } from '#server/process/drain'
import { buildApp } from '#server/app'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const streamAt = async (port: number): Promise<IncomingMessage> => {
  const headers = { cookie: await world.cookieOf('fay') }
  const call = httpRequest({ port, path: '/api/events', headers }).end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return answer
}

it('a server asked to stop says so first and keeps answering; at the end streams are asked to reconnect', async () => {
  const drain = createShutdownDelay(0)
  const app = await buildApp({ ...world, drain, log: pino({ level: 'silent' }) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const readiness = async () => {
    const { statusCode, headers, json } = await app.inject('/readyz')
    return [statusCode, json<{ accepting: boolean }>().accepting, headers.connection]
  }
  expect(await readiness()).toEqual([200, true, 'keep-alive'])
  const open = await streamAt(port)
  await once(open, 'data')

  await drain.begin()
  expect(await readiness()).toEqual([503, false, 'close'])
  const home = { url: '/api/home', headers: { cookie: await world.cookieOf('fay') } }
  expect((await app.inject(home)).statusCode).toBe(200)
  const [late, rest] = [text(await streamAt(port)), text(open)]
  expect(await late).toMatch(/^retry: \d{4}\n\n$/)

  await app.close()
  expect(await rest).toMatch(/retry: [12]\d{3}\n\n$|retry: 3000\n\n$/)
})

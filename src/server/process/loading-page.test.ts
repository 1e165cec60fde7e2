import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { openLoadingPage } from './loading-page.ts'

const freePort = async (): Promise<number> => {
  const server = createServer()
  await once(server.listen({ host: '127.0.0.1', port: 0 }), 'listening')
  const address = server.address()
  await new Promise(resolve => void server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('There is no port')
  return address.port
}

/** Asks until someone listens. */
const ask = (url: string, accept: string): Promise<Response> =>
  fetch(url, { headers: { accept } }).catch(() => ask(url, accept))

it('answers people and programs with how far loading is, and leaves the port to the server', async () => {
  const host = '127.0.0.1'
  const port = await freePort()
  const page = openLoadingPage({ host, port })
  page.show(0)
  page.show(40)
  const url = `http://${host}:${port}/rounds`
  const forPeople = await ask(url, 'text/html')
  expect(forPeople.status).toBe(503)
  expect(await forPeople.text()).toContain('The demonstration market is being loaded: 40%')
  const forPrograms = await ask(url, '*/*')
  expect(forPrograms.headers.get('retry-after')).toBe('2')
  expect(await forPrograms.json()).toEqual({ error: 'The demonstration market is being loaded: 40%' })
  await page.close()
  const server = createServer((_, answer) => void answer.end('the market'))
  await once(server.listen({ host, port }), 'listening')
  expect(await (await ask(url, '*/*')).text()).toBe('the market')
  await new Promise(resolve => {
    server.close(resolve)
    server.closeAllConnections()
  })
})

it('closes where nothing was loaded, and on a port that another program uses', async () => {
  const server = createServer()
  await once(server.listen({ host: '127.0.0.1', port: 0 }), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await openLoadingPage({ host: '127.0.0.1', port }).close()
  const page = openLoadingPage({ host: '127.0.0.1', port })
  page.show(10)
  await page.close()
  expect(server.listening).toBe(true)
  await new Promise(resolve => void server.close(resolve))
})

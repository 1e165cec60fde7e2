import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { firstStart } from '../builders/installation.ts'
import { proxyTo } from '../builders/proxy.ts'
import { copyOf } from '../builders/templates.ts'
import { until } from '../builders/world.ts'
import { bundleServer, startServer } from './process.ts'

let server: Awaited<ReturnType<typeof bundleServer>>
beforeAll(async () => {
  server = await bundleServer()
})
afterAll(() => server.remove())

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

it('a start whose database cannot be reached yet is tried again, and the market goes on when the database is back', async () => {
  const { connection, dataDir, remove } = await copyOf(firstStart)
  onTestFinished(remove)
  const proxy = await proxyTo(connection)
  proxy.drop()
  const settings = { DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' }
  const started = await startServer(server.main, dataDir, connection, settings)
  await started.says('The database cannot be used yet (connect ECONNREFUSED')
  expect(started.lines.at(-1)).toMatch(/the next try is in \d+ s$/)
  await proxy.go()
  await started.says('The market is at')
  expect(await statusOf(`${started.url}/readyz`)).toBe(200)

  proxy.drop()
  expect(await statusOf(`${started.url}/readyz`)).toBe(503)
  expect(await statusOf(`${started.url}/api/public/rounds`)).toBe(503)
  await proxy.go()
  await until('it is ready', async () => (await statusOf(`${started.url}/readyz`)) === 200)
  expect(await statusOf(`${started.url}/api/public/rounds`)).toBe(200)
  expect((await started.kill('SIGTERM')).code).toBe(0)
})

it('a sign-in provider for an organisation that the market does not have ends the start with its name', async () => {
  const { connection, dataDir, remove } = await copyOf(firstStart)
  onTestFinished(remove)
  const file = join(dataDir, 'providers.json')
  const provider = {
    ...{ id: 'council', name: 'Council', issuer: 'https://login.council.example', clientId: 'a' },
    ...{ clientSecret: 'b', organisation: 'LPA99', emailDomains: ['council.example'] },
  }
  writeFileSync(file, JSON.stringify([provider]))
  const { ended } = await startServer(server.main, dataDir, connection, { SIGN_IN_PROVIDERS: file })
  const { code, lines } = await ended
  expect([code, lines.join('\n')]).toEqual([
    1,
    expect.stringContaining(
      'the provider council is for the organisation LPA99, which the market does not have',
    ),
  ])
})

const DISK = '150m'

/** A disk of its own, so small that it can be filled; or why there is none. */
const smallDisk = (): { folder?: string; why?: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'small-disk', folder], {
    encoding: 'utf8',
  })
  if (mount.status === 0) return { folder }
  rmSync(folder, { recursive: true })
  return { why: mount.error?.message ?? mount.stderr.trim() }
}

const fill = (folder: string): void => {
  const filler = join(folder, 'filler')
  writeFileSync(filler, '')
  try {
    for (;;) appendFileSync(filler, Buffer.alloc(64 * 1024))
  } catch {
    // It is full.
  }
}

const signUp = (url: string, name: string): Promise<Response> =>
  fetch(`${url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      displayName: name,
      phone: '+441632960123',
      organisationName: name,
      organisationType: 'PARTICIPANT',
      email: `${name}@newcomers.example`,
      password: 'wet meadows hold back floods',
      confirmPassword: 'wet meadows hold back floods',
    }),
  })

it('a full disk is called by its name: the start is tried again, changes are 503, reading goes on, and it ends by itself', async context => {
  const { folder, why } = smallDisk()
  if (folder === undefined) return context.skip(`no small disk can be made here: ${why}`)
  onTestFinished(() => {
    spawnSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  const data = join(folder, 'data')
  mkdirSync(data)
  const free = () => rmSync(join(folder, 'filler'))
  fill(folder)
  const started = await startServer(server.main, data, undefined, { DEMO: 'off', MIN_FREE_SPACE: '0' })
  await started.says('The disk is full (')
  expect(started.lines.join('\n')).not.toMatch(/corrupt/)
  free()
  await started.says('The market is at')

  fill(folder)
  const refused = await until('a change finds no room', async () => {
    const answer = await signUp(started.url, `name${Math.random()}`)
    return answer.status !== 204 && answer
  })
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: 'The disk of the database is full, so nothing can be changed until there is room again' },
  ])
  expect(await (await fetch(`${started.url}/readyz`)).json()).toMatchObject({ database: false, queue: true })
  expect(await statusOf(`${started.url}/api/public/rounds`)).toBe(200)
  free()
  await until('it is ready', async () => (await statusOf(`${started.url}/readyz`)) === 200)
  expect((await signUp(started.url, 'last')).status).toBe(204)
  expect((await started.kill('SIGTERM')).code).toBe(0)
})

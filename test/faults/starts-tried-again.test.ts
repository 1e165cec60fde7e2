import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { firstStart } from '../builders/installation.ts'
import { proxyTo } from '../builders/proxy.ts'
import { copyTemplate } from '../builders/templates.ts'
import { waitUntil } from '../builders/world.ts'
import { bundleServer, startServer } from './process.ts'

let server: Awaited<ReturnType<typeof bundleServer>>
beforeAll(async () => {
  server = await bundleServer()
})
afterAll(() => server.remove())

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

it('a start is retried while the database is unreachable, and the market runs once it is back', async () => {
  const { connection, dataDir, remove } = await copyTemplate(firstStart)
  onTestFinished(remove)
  const proxy = await proxyTo(connection)
  proxy.drop()
  const settings = { DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' }
  const started = await startServer(server.main, dataDir, connection, settings)
  await started.says('The database cannot be used yet (connect ECONNREFUSED')
  expect(started.lines.at(-1)).toMatch(/trying again in \d+ s$/)
  await proxy.go()
  await started.says('The market is at')
  expect(await statusOf(`${started.url}/readyz`)).toBe(200)

  proxy.drop()
  expect(await statusOf(`${started.url}/readyz`)).toBe(503)
  expect(await statusOf(`${started.url}/api/public/rounds`)).toBe(503)
  await proxy.go()
  await waitUntil('it is ready', async () => (await statusOf(`${started.url}/readyz`)) === 200)
  expect(await statusOf(`${started.url}/api/public/rounds`)).toBe(200)
  expect((await started.kill('SIGTERM')).code).toBe(0)
})

it('a sign-in provider for an unknown organisation ends the start with its name', async () => {
  const { connection, dataDir, remove } = await copyTemplate(firstStart)
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

/** A disk of its own, small enough to fill; or the reason why there is none. */
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
    // The disk is full.
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

it('a full disk is named in the log: the start is retried, changes are 503, reading continues, and it recovers by itself', async context => {
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
  const refused = await waitUntil('a change fails for lack of space', async () => {
    const answer = await signUp(started.url, `name${Math.random()}`)
    return answer.status !== 204 && answer
  })
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: 'The database disk is full, so nothing can be changed until there is space again' },
  ])
  expect(await (await fetch(`${started.url}/readyz`)).json()).toMatchObject({ database: false, queue: true })
  expect(await statusOf(`${started.url}/api/public/rounds`)).toBe(200)
  free()
  await waitUntil('it is ready', async () => (await statusOf(`${started.url}/readyz`)) === 200)
  expect((await signUp(started.url, 'last')).status).toBe(204)
  expect((await started.kill('SIGTERM')).code).toBe(0)
})

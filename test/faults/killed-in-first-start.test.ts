import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StoredKind } from '#domain/entities'
import { connect } from '#server/store/database'
import { NOTE_CHECKPOINT } from '#server/store/log-heads-check'
import { openStore, type Store } from '#server/store/store'
import { expectHonestTrail } from '../builders/honest-trail.ts'
import { copyOf, demonstration } from '../builders/templates.ts'
import { bundleServer, startServer } from './process.ts'

let server: Awaited<ReturnType<typeof bundleServer>>
let dataDir: string
beforeAll(async () => {
  server = await bundleServer()
  dataDir = mkdtempSync(join(tmpdir(), 'credit-market-first-'))
})
afterAll(() => {
  server.remove()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 })
})

const KINDS: readonly StoredKind[] = [
  'organisation',
  'user',
  'market',
  'round',
  'roundDeclaration',
  'declarationAnswer',
  'participation',
  'agentAuthority',
  'project',
  'service',
  'projectGroup',
  'requirement',
  'requirementGroup',
  'matchResult',
  'credit',
  'filedDocument',
]

/** How many of each there are, and of each action in the trail but the notes of heads, of which a slow start has more. */
const inventory = async ({ db }: Store): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  // Not letters: those sent more than a year ago go as soon as the server runs.
  for (const kind of [...KINDS, 'task'] as const) {
    const { count } = await db
      .selectFrom(kind)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[kind] = count
  }
  const acts = await db
    .selectFrom('activity')
    .select(eb => ['action', eb.fn.countAll<number>().as('count')])
    .where('action', '!=', NOTE_CHECKPOINT)
    .groupBy('action')
    .execute()
  for (const { action, count } of acts) counts[`${action} in the trail`] = count
  return counts
}

it('a first start killed, or asked to stop, while it loads the demonstration is completed by the next, without doubles', async () => {
  const killed = await startServer(server.main, dataDir)
  await killed.says('Loading the demonstration market: 10%')
  const second = await (await startServer(server.main, dataDir)).ended
  expect(second).toEqual({
    code: 1,
    lines: [
      expect.stringContaining(`Another server (process ${killed.pid}) is already using the data folder`),
    ],
  })
  await killed.kill('SIGKILL')

  const stopped = await startServer(server.main, dataDir)
  await stopped.says('Loading the demonstration market: 20%')
  await stopped.kill('SIGTERM')

  const third = await startServer(server.main, dataDir, undefined, { LOG_LEVEL: 'warn' })
  await third.says('The market is at')
  expect((await fetch(`${third.url}/readyz`)).status).toBe(200)
  const host = join(dataDir, 'run')
  const loaded = openStore(connect({ host, user: 'app', database: 'market' }))
  const whole = await copyOf(demonstration)
  const expected = openStore(connect(whole.connection))
  expect(await inventory(loaded)).toEqual({
    ...(await inventory(expected)),
    // Once loaded, a start gives the demonstration a key and a webhook.
    ...{ 'MakeApiKey in the trail': 1, 'AddWebhook in the trail': 1 },
  })
  await expectHonestTrail(loaded)
  await loaded.db.destroy()
  await expected.db.destroy()
  await whole.remove()
  const { code, lines } = await third.kill('SIGTERM')
  expect(code).toBe(0)
  expect(lines.filter(line => line.startsWith('{'))).toEqual([])
})

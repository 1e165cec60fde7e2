import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StoredKind } from '#domain/disclosure/entities'
import { connectDatabase } from '#server/store/database'
import { RECORD_CHECKPOINT_ACTION } from '#server/log/log-heads-check'
import { openStore, type Store } from '#server/store/store'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import { copyTemplate, demonstration } from '../builders/templates.ts'
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

/** The counts of each kind, and of each action in the audit trail except checkpoint notes, of which a slow start has more. */
const inventory = async ({ db }: Store): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  // Except emails: those sent more than a year ago are removed as soon as the server runs.
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
    .where('action', '!=', RECORD_CHECKPOINT_ACTION)
    .groupBy('action')
    .execute()
  for (const { action, count } of acts) counts[`${action} in the trail`] = count
  return counts
}

it('a first start killed or stopped while it loads the demonstration is completed by the next, without duplicates', async () => {
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
  const loaded = openStore(connectDatabase({ host, user: 'app', database: 'market' }))
  const whole = await copyTemplate(demonstration)
  const expected = openStore(connectDatabase(whole.connection))
  // The schedule of the started server may have reminded buyers of late payments already.
  const { 'ChasePayment in the trail': _reminders, ...found } = await inventory(loaded)
  expect(found).toEqual({
    ...(await inventory(expected)),
    // A start gives a loaded demonstration a key and a webhook.
    ...{ 'MakeApiKey in the trail': 1, 'AddWebhook in the trail': 1 },
  })
  await expectSoundAuditTrail(loaded)
  await loaded.db.destroy()
  await expected.db.destroy()
  await whole.remove()
  const { code, lines } = await third.kill('SIGTERM')
  expect(code).toBe(0)
  expect(lines.filter(line => line.startsWith('{'))).toEqual([])
})

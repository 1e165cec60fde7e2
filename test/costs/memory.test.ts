import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startServer, stopAndRemoveAll } from '../../tools/bench/installation.ts'
import {
  demonstration,
  TEMPLATE_NOW,
  TEMPLATE_PASSWORD,
  copyTemplateWithRunningClock,
} from '../builders/templates.ts'
import { connectionUrlOf } from '../postgres.ts'
import { compareOrRenew, TABLES } from './record.ts'

afterAll(stopAndRemoveAll)

it('the memory of a server that has answered one page is at most a quarter more than recorded', async () => {
  const { connection, dataDir, remove } = await copyTemplateWithRunningClock(demonstration)
  const server = await startServer(dataDir, 'on', {
    DATABASE_URL: connectionUrlOf(connection),
    DEMO_PASSWORD: TEMPLATE_PASSWORD,
    BEGINS_AT: TEMPLATE_NOW,
    NODE_OPTIONS: `--import ${join(import.meta.dirname, '../browser/begins-at.ts')}`,
  })
  expect((await fetch(server.url)).status).toBe(200)
  const value = server.memory()
  await server.stop()
  await remove()
  compareOrRenew([{ ...TABLES.memory, costs: [{ name: 'memory at rest, MB', figures: { value } }] }])
})

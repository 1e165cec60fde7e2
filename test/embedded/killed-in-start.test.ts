import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { anInstallation, acknowledgedSales, readDataFolder } from './installation.ts'

it.each(['Creating the database files', 'performing post-bootstrap initialization', 'syncing data to disk'])(
  'a first start killed while it says "%s" does not prevent the next start',
  async words => {
    const { data, run } = anInstallation({ firstStart: true })
    const first = run()
    await first.until(words)
    await first.kill('SIGKILL')
    await run('sell').until('sold 1')
    expect(readdirSync(data).toSorted()).toEqual(['postgres', 'run'])
  },
)

it('a server killed at any moment of its start loses nothing', async () => {
  const { data, run } = anInstallation()
  const earlier = run('sell')
  await earlier.until('sold 50')
  await earlier.kill('SIGKILL')
  for (const words of [
    'starting PostgreSQL',
    'listening on Unix socket',
    'database system was',
    'ready to accept',
  ]) {
    const server = run()
    await server.until(words)
    await server.kill('SIGKILL')
  }
  const found = await readDataFolder(data)
  expect(found?.last).toBeGreaterThanOrEqual(acknowledgedSales(earlier.lines))
  expect(found?.payments).toBe(found?.lots)
})

import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { anInstallation } from './installation.ts'

it('a second start on a data folder in use stops with one line, unless the first server is dead', async () => {
  const { data, run } = anInstallation()
  const first = run('sell')
  await first.until('sold 10')
  const second = await run('sell').ended
  expect(second.code).toBe(1)
  expect(second.lines).toEqual([
    `Another server (process ${first.pid}) is already using the data folder ${data}`,
  ])
  await first.until('sold ', first.lines.length)
  await first.kill('SIGKILL')
  await run('sell').until('sold ')
})

it('a data folder in use is recognised under any path to it', async () => {
  const { home, data, run, runAs } = anInstallation()
  await run().until('open')
  symlinkSync(data, join(home, 'alias'))
  const second = await runAs({ data: join(home, 'alias') }).ended
  expect(second).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('is already using the data folder')],
  })
})

it('one of two simultaneous first starts on a data folder wins', async () => {
  const { run } = anInstallation({ firstStart: true })
  const starts = [run(), run()]
  const loser = await Promise.race(starts.map(start => start.ended))
  expect(loser).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('is already using the data folder')],
  })
  await Promise.any(starts.map(start => start.until('open')))
})

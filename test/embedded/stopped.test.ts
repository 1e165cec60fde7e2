import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { anInstallation, postmasterOf, acknowledgedSales, readDataFolder } from './installation.ts'

it('a server asked to stop stops the database in order and loses nothing', async () => {
  const { data, run } = anInstallation()
  const server = run('sell')
  await server.until('sold 100')
  const { code, lines } = await server.kill('SIGTERM')
  expect(code).toBe(0)
  expect(lines.at(-1)).toBe('stopped')
  expect(lines).toContainEqual(expect.stringContaining('database system is shut down'))
  expect(postmasterOf(data)).toBeUndefined()
  const sold = acknowledgedSales(lines)
  expect(await readDataFolder(data)).toEqual({ lots: sold, payments: sold, last: sold })
})

it('a lock file that names an unrelated process does not prevent the start', async () => {
  const { data, run } = anInstallation()
  const server = run()
  await server.until('open')
  await server.kill('SIGTERM')
  const other = spawn('sleep', ['60'])
  onTestFinished(() => void other.kill())
  writeFileSync(join(data, 'postgres/postmaster.pid'), `${other.pid}\n${join(data, 'postgres')}\n`)
  await run('sell').until('sold 1')
})

it('data of another version of PostgreSQL is left alone, and one line names both versions', async () => {
  const { data, run } = anInstallation({ firstStart: true })
  mkdirSync(join(data, 'postgres'))
  writeFileSync(join(data, 'postgres/PG_VERSION'), '15\n')
  const { code, lines } = await run().ended
  expect(code).toBe(1)
  expect(lines).toEqual([`${join(data, 'postgres')} was written by PostgreSQL 15, this is PostgreSQL 18`])
})

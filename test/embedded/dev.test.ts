import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '#server/process/places'
import { startWatchedProgram } from '../builders/watched.ts'
import { postmasterOf } from './installation.ts'

/** Runs `npm run dev` on a data folder of its own, on a machine where the usual port is taken. */
const develop = async () => {
  const data = mkdtempSync(join(tmpdir(), 'dev-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const child = spawn(process.execPath, ['tools/dev.ts'], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, PORT: port, DATA_DIR: data, DEMO: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { data, ...startWatchedProgram(child) }
}

const whereItIs = 'The market is at '

it('development restarts the server when its sources change, on the same running database', async () => {
  const { data, lines, until, kill } = await develop()
  const url = (await until(whereItIs)).slice(whereItIs.length)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const postmaster = postmasterOf(data)
  const from = lines.length
  utimesSync(join(projectRoot, 'src/server/main.ts'), new Date(), new Date())
  expect(await until(whereItIs, from)).toBe(`${whereItIs}${url}`)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(postmaster).toBeDefined()
  expect(postmasterOf(data)).toBe(postmaster)
  expect(await kill('SIGINT')).toMatchObject({ code: 0 })
  expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false)
})

it('killing development leaves neither server nor database behind', async () => {
  const { data, until, kill } = await develop()
  await until(whereItIs)
  expect(await kill('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
  await expect.poll(() => postmasterOf(data)).toBeUndefined()
})

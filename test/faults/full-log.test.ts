import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { firstStartInstallation } from '../builders/installation.ts'
import { copyTemplate } from '../builders/templates.ts'
import { waitUntil } from '../builders/world.ts'
import { connectionUrlOf } from '../postgres.ts'
import { bundleServer, freePort } from './process.ts'

// Every write to /dev/full fails for lack of space.
it('answers and stops in order while the disk of its log is full', async () => {
  const { main, remove: removeBundle } = await bundleServer()
  const { connection, dataDir, remove } = await copyTemplate(firstStartInstallation)
  const [port, full] = [await freePort(), openSync('/dev/full', 'w')]
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', full, full],
    env: {
      ...{ PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'info' },
      DATABASE_URL: connectionUrlOf(connection),
    },
  })
  closeSync(full)
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    removeBundle()
    await remove()
  })
  const answer = await waitUntil('the server answers', async () => {
    expect(child.exitCode).toBeNull()
    return fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
  })
  expect(answer.status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

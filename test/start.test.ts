import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectRoot } from '#server/process/places'
import { lockDataFolder } from '#server/embedded/data-folder-lock'

let folder: string
let other: Server
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'credit-market-start-'))
  other = createServer()
  await once(other.listen({ host: '127.0.0.1', port: 0 }), 'listening')
})
afterEach(() => {
  other.close()
  rmSync(folder, { recursive: true, force: true })
})

const portOf = (): number => {
  const address = other.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A start in a process of its own, while this process continues to answer. */
const startWith = async (variables: NodeJS.ProcessEnv) => {
  const start = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(portOf()), ...variables },
  })
  let said = ''
  for (const output of [start.stdout, start.stderr])
    output.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [status]: unknown[] = await once(start, 'close')
  return { status, said }
}

const TAKEN = () =>
  `Another program, perhaps another market, is already using 127.0.0.1:${portOf()}: stop it, or set another port in PORT\n`

describe('starting the server', () => {
  it('on a taken port stops with one line before anything is built', async () => {
    expect(await startWith({})).toEqual({ status: 1, said: TAKEN() })
  })

  it('in a folder that another market uses says so', async () => {
    const unlock = await lockDataFolder(folder)
    try {
      const said = `Another server (process ${process.pid}) is already using the data folder ${realpathSync(folder)}\n`
      expect(await startWith({})).toEqual({ status: 1, said })
      // With a database server elsewhere, the folder belongs to no one.
      expect(await startWith({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })).toEqual({
        status: 1,
        said: TAKEN(),
      })
    } finally {
      unlock()
    }
  })
})

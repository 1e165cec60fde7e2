import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import manifest from '#package.json' with { type: 'json' }
import { stageRelease } from '../../tools/release/stage.ts'

let folder: string
let environment: NodeJS.ProcessEnv
const staged = () => join(folder, 'market')

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'))
  stageRelease(staged(), { version: manifest.version, commit: 'none' })
  // Programs of the system start the database as another user, who must be able to read the folder.
  chmodSync(folder, 0o755)
  // A machine without npm and git.
  mkdirSync(join(folder, 'bin'))
  symlinkSync(process.execPath, join(folder, 'bin/node'))
  for (const name of ['npm', 'git'])
    writeFileSync(join(folder, 'bin', name), '#!/bin/sh\nexit 127\n', { mode: 0o755 })
  environment = {
    PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    DEMO: 'off',
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))

/** Runs a command of the release, and returns what it prints. */
const run = (command: string, more: NodeJS.ProcessEnv = {}): string =>
  execFileSync(join(folder, 'bin/node'), ['tools/with-node.mjs', `tools/${command}.ts`], {
    ...{ cwd: staged(), env: { ...environment, ...more }, encoding: 'utf8' },
  })

it('has the recipe of an image that copies it', () => {
  const recipe = readFileSync(join(staged(), 'Containerfile'), 'utf8')
  expect(recipe.match(/^(ARG|FROM|COPY|RUN npm|CMD) .*/gm)).toEqual([
    'ARG BASE=docker.io/library/node:26-bookworm-slim',
    'FROM ${BASE}',
    'COPY package.json package-lock.json release.json sbom.json ./',
    ...['dist', 'node_modules', 'packages', 'refdata', 'src', 'tools'].map(name => `COPY ${name} ${name}`),
    'CMD ["node", "dist/server/main.js"]',
  ])
})

it('starts a market from the folder of a release without npm, and its commands reach that market', async () => {
  const server = spawn(join(folder, 'bin/node'), ['tools/start.mjs'], {
    ...{ cwd: staged(), env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
  })
  const ended = once(server, 'close')
  try {
    let address: string | undefined
    for await (const line of createInterface({ input: server.stdout })) {
      address ??= /Server listening at (http:[^"]+)/.exec(line)?.[1]
      if (line.startsWith('The market is at')) break
    }
    server.stdout.resume()
    const [ready, page] = await Promise.all([
      fetch(new URL('/readyz', address)),
      fetch(new URL('/', address)),
    ])
    expect([ready.status, page.status]).toEqual([200, 200])
    expect(await page.text()).toContain('<html')
    expect(run('verify')).toContain('no differences')
    // A real market would miss its mail server.
    expect(run('doctor', { DEMO: 'on' })).toContain('No faults found')
  } finally {
    server.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
})

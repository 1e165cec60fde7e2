import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '#server/process/places'

type Lock = Readonly<Record<string, object>>

let folder: string
const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as { packages: Lock }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepare-'))
  for (const file of ['package.json', 'package-lock.json', 'tools'])
    cpSync(join(projectRoot, file), join(folder, file), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a program in the folder with an `npm` that only prints its arguments, and returns all that is printed. */
const runIn = (cwd: string, program: string): string => {
  const command = [process.execPath, '--input-type=module', '--eval', program]
  return execFileSync('sh', ['-c', 'exec "$0" "$@" 2>&1', ...command], {
    cwd,
    encoding: 'utf8',
    env: { PATH: `${join(cwd, 'bin')}:/usr/bin:/bin` },
  })
}

/** Records packages as installed, and returns the arguments of the `npm` that an installation would run. */
const installWith = (options: { forTests: boolean }, installed: Lock): string => {
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
  const call = `installIfNeeded(${JSON.stringify(options)})`
  return runIn(folder, `import { installIfNeeded } from './tools/prepare.mjs'; ${call}`)
}

const without = (...names: string[]): Lock =>
  Object.fromEntries(
    Object.entries(lock.packages).filter(
      ([path]) => !names.some(name => path.endsWith(`node_modules/${name}`)),
    ),
  )

it('a start waits for the packages of build and server, and for none that only tests need', () => {
  const tools = ['oxlint', 'knip', 'playwright-core', 's3rver']
  expect(installWith({ forTests: false }, without(...tools))).toBe('')
  expect(installWith({ forTests: false }, {})).toContain('--workspace=packages')
  expect(installWith({ forTests: false }, without('react'))).toContain('ci --include=dev')
  expect(installWith({ forTests: false }, without('fastify'))).toContain('ci --include=dev')
})

it('tests install everything', () => {
  expect(installWith({ forTests: true }, lock.packages)).toBe('')
  expect(installWith({ forTests: true }, without('oxlint'))).toContain('ci --include=dev --no-audit')
})

it('installs again if a package has another version, also one that another package needs', () => {
  const path = 'node_modules/pg-protocol'
  const outdated = { ...lock.packages, [path]: { ...lock.packages[path], version: '0.0.1' } }
  expect(installWith({ forTests: false }, outdated)).toContain('Installing the packages')
})

it('a start builds without the compressed pages, which tests wait for', () => {
  mkdirSync(join(folder, 'src'))
  mkdirSync(join(folder, 'packages'))
  writeFileSync(join(folder, 'vite.config.ts'), '')
  const built = (program: string): string =>
    runIn(folder, `import { buildIfNeeded, buildServerIfNeeded } from './tools/prepare.mjs'; ${program}`)
  writeFileSync(join(folder, 'tools/build.ts'), `console.log('built', ...process.argv.slice(2))`)
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'tools/compress-build.ts'), `console.log('compressed')`)
  expect(built('await (await buildServerIfNeeded()).pages')).toBe('Building\nbuilt --compress-later\n')
  expect(built('await (await buildServerIfNeeded()).pages')).toBe('')
  expect(built('await buildIfNeeded()')).toBe('compressed\n')
  writeFileSync(join(folder, 'dist/compressed'), '')
  expect(built('await buildIfNeeded()')).toBe('')
})

it('lets the server start while the pages are built', () => {
  const build = `import { existsSync } from 'node:fs'
    process.send('the server is built')
    while (!existsSync('served')) await new Promise(setImmediate)
    console.log('pages')`
  writeFileSync(join(folder, 'tools/build.ts'), build)
  rmSync(join(folder, 'dist/built-from'))
  const start = `import { existsSync, writeFileSync } from 'node:fs'
    import { buildServerIfNeeded } from './tools/prepare.mjs'
    const { pages } = await buildServerIfNeeded()
    console.log('server', existsSync('dist/built-from'))
    writeFileSync('served', '')
    await pages
    console.log(existsSync('dist/built-from'))`
  expect(runIn(folder, start)).toBe('Building\nserver false\npages\ntrue\n')
})

it('neither installs nor builds in a release, and refuses a machine of another kind', () => {
  const call = `import { buildServerIfNeeded, installIfNeeded } from './tools/prepare.mjs'; installIfNeeded(); await buildServerIfNeeded()`
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{"packages":{}}')
  const platform = `${process.platform}-${process.arch}`
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ platform }))
  expect(runIn(folder, call)).toBe('')
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ platform: 'other-cpu' }))
  expect(() => runIn(folder, call)).toThrow('Command failed')
  rmSync(join(folder, 'release.json'))
})

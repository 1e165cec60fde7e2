import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '#server/process/places'

let folder: string
const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'credit-market-client-'))
  const [{ filename }] = JSON.parse(
    run('npm', 'pack', join(projectRoot, 'client'), '--json', '--pack-destination', folder),
  )
  run('npm', 'init', '-y')
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', join(folder, filename))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the packed client contains its code, types and README, and needs no other package', () => {
  expect(readdirSync(join(folder, 'node_modules/credit-market-client')).toSorted()).toEqual([
    'README.md',
    'index.d.ts',
    'index.js',
    'package.json',
  ])
  expect(Object.keys(JSON.parse(run('npm', 'ls', '--all', '--json')).dependencies)).toEqual([
    'credit-market-client',
  ])
})

it('the program in its README compiles where it is installed, and one with a wrong name does not', () => {
  const [, program = ''] =
    /```ts\n([^]*?)```/.exec(readFileSync(join(projectRoot, 'client/README.md'), 'utf8')) ?? []
  expect(program).toContain('createClient')
  const check = (text: string): string => {
    writeFileSync(join(folder, 'program.mts'), text)
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext']
    const types = ['--types', 'node', '--typeRoots', join(projectRoot, 'node_modules/@types')]
    try {
      return run(join(projectRoot, 'node_modules/.bin/tsc'), ...options, ...types, 'program.mts')
    } catch (error) {
      return String(Reflect.get(Object(error), 'stdout'))
    }
  }
  expect(check(program)).toBe('')
  expect(check(program.replace("'Matched'", "'Machted'"))).toContain('"Machted"')
})

it('runs where it is installed', () => {
  const script = `import { createClient } from 'credit-market-client'
    const market = createClient({ baseUrl: 'http://127.0.0.1:1' })
    await market.readHealth().catch(({ name, status, message }) => console.log(name, status, message))`
  expect(run(process.execPath, '--input-type=module', '--eval', script)).toBe('ApiError 503 Network error\n')
})

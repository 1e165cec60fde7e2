import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { anInstallation, isRoot, postmasterOf, postgresPrograms } from './installation.ts'

// Only root can run as another user; an ordinary user tests that case by running the other tests here.
const asRoot = it.skipIf(!isRoot)
const nobody = 65_534
const nameless = 54_321

const sells = async (server: Server) => {
  await server.until('sold 20')
  expect((await server.kill('SIGTERM')).code).toBe(0)
}

const sellsAndSurvives = async (start: () => Server) => {
  const server = start()
  await server.until('sold 20')
  await server.kill('SIGKILL')
  await sells(start())
}

type Server = ReturnType<ReturnType<typeof anInstallation>['run']>

/** A folder of programs without the named ones. */
const pathWithout = (...missing: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'path-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o755)
  for (const name of ['sh', 'setpriv', 'unshare', 'true', 'locale'])
    if (!missing.includes(name))
      symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(folder, name))
  return folder
}

asRoot('root runs the embedded database below a folder that no one else may enter', async () => {
  const { data, run } = anInstallation({ mode: 0o700, firstStart: true })
  await sellsAndSurvives(() => run('sell'))
  expect(statSync(join(data, 'postgres')).uid).toBe(0)
})

asRoot(
  'root runs the embedded database without user namespaces, with its programs below a closed folder',
  async () => {
    const { runAs } = anInstallation({ mode: 0o700, firstStart: true })
    const data = mkdtempSync(join(tmpdir(), 'embedded-data-'))
    onTestFinished(() => rmSync(data, { recursive: true }))
    chmodSync(data, 0o755)
    await sellsAndSurvives(() => runAs({ path: pathWithout('unshare'), data }, 'sell'))
    expect(statSync(join(data, 'postgres')).uid).toBe(nobody)
  },
)

asRoot('an ordinary user runs the embedded database', async () => {
  const { data, runAs } = anInstallation({ owner: nobody, firstStart: true })
  await sells(runAs({ uid: nobody }, 'sell'))
  expect(statSync(join(data, 'postgres')).uid).toBe(nobody)
})

asRoot('a user without a name runs the embedded database', async () => {
  const { runAs } = anInstallation({ owner: nameless, firstStart: true })
  await sells(runAs({ uid: nameless }, 'sell'))
})

it('the embedded database runs and ends with its server where setpriv is missing', async () => {
  const { data, runAs } = anInstallation()
  const start = () => runAs({ path: pathWithout('setpriv') }, 'sell')
  await sells(start())
  const server = start()
  await server.until('sold ')
  await server.kill('SIGKILL')
  await expect.poll(() => postmasterOf(data)).toBeUndefined()
})

it('the embedded database runs in a data folder with a long path', async () => {
  const { data, runAs } = anInstallation()
  const deep = join(data, 'a-folder-with-a-long-name/'.repeat(5))
  mkdirSync(deep, { recursive: true })
  await sells(runAs({ data: deep }, 'sell'))
})

it('the embedded database runs when the package manager left out the links between its libraries', async () => {
  const { home, run } = anInstallation()
  const libraries = join(home, postgresPrograms, 'native/lib')
  const links = readdirSync(libraries, { withFileTypes: true }).filter(entry => entry.isSymbolicLink())
  for (const { name } of links) unlinkSync(join(libraries, name))
  await run('sell').until('sold 1')
  expect(links.every(({ name }) => existsSync(join(libraries, name)))).toBe(true)
})

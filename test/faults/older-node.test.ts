import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '#server/process/places'
import { startWatchedProgram } from '../builders/watched.ts'

// No Node is as new as this project needs, so the available one plays both the older and the fetched one.
const build = `node-${process.platform}-${process.arch}`
const npms = {
  brings: `mkdir -p node_modules/${build}/bin && ln -s "${process.execPath}" node_modules/${build}/bin/node`,
  'brings nothing': 'echo "npm http fetch GET /node attempt 2 failed with ENOTFOUND" >&2',
  'is cut short': `mkdir -p node_modules/${build}/bin && touch node_modules/${build}/bin/node && kill -KILL $PPID`,
}

const program = `
import { underNewerNode } from './tools/newer-node.mjs'
await underNewerNode()
if (process.argv[2] === 'stop') process.on('SIGTERM', () => { console.log('stops'); process.exit(7) })
console.log('runs', process.pid, ...process.argv.slice(2))
if (process.argv[2] === 'exit') process.exit(Number(process.argv[3]))
setInterval(() => {}, 1000)
`

const aProject = () => {
  const folder = mkdtempSync(join(tmpdir(), 'older-node-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'tools/node'), { recursive: true })
  mkdirSync(join(folder, 'path'))
  cpSync(join(projectRoot, 'tools/newer-node.mjs'), join(folder, 'tools/newer-node.mjs'))
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content))
  write('package.json', { engines: { node: '>=999' } })
  write('tools/node/package.json', {
    optionalDependencies: { [build]: process.versions.node },
  })
  write('tools/node/package-lock.json', {})
  writeFileSync(join(folder, 'program.mjs'), program)
  const npm = join(folder, 'path/npm')
  const start = (which: keyof typeof npms, ...args: string[]) => {
    writeFileSync(npm, `#!/bin/sh\n${npms[which]}\n`)
    chmodSync(npm, 0o755)
    const child = spawn(process.execPath, [join(folder, 'program.mjs'), ...args], {
      env: { PATH: `${join(folder, 'path')}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { until, kill, ended } = startWatchedProgram(child)
    // Two streams are read in parallel, so the order of their lines is not guaranteed.
    const end = async () => ({ ...(await ended), lines: (await ended).lines.toSorted() })
    return { until, end, kill: (signal: NodeJS.Signals) => kill(signal).then(end) }
  }
  const fetched = () => readdirSync(join(folder, '.cache'))
  return { start, fetched }
}

const here = process.versions.node
const fetching = `Node ${here} is older than 999: fetching Node ${here} from npm`
const runs = expect.stringMatching(/^runs \d+/)

it('a Node that is too old fetches a newer one once, says so in one line and continues with it', async () => {
  const { start, fetched } = aProject()
  expect(await start('brings', 'exit', '3').end()).toMatchObject({ code: 3, lines: [fetching, runs] })
  expect(await start('brings nothing', 'exit', '0').end()).toMatchObject({ code: 0, lines: [runs] })
  expect(fetched()).toEqual([`node-${here}`])
})

it('signals to an older Node reach the newer one, and both end together', async () => {
  const { start } = aProject()
  const stopped = start('brings', 'stop')
  await stopped.until('runs')
  expect(await stopped.kill('SIGTERM')).toMatchObject({ code: 7, lines: [fetching, runs, 'stops'] })
  const ended = start('brings')
  await ended.until('runs')
  expect(await ended.kill('SIGTERM')).toMatchObject({ code: null, signal: 'SIGTERM' })
})

it('killing an older Node also ends the newer one that replaced it', async () => {
  const { start } = aProject()
  const killed = start('brings', 'stop')
  await killed.until('runs')
  expect(await killed.kill('SIGKILL')).toMatchObject({ signal: 'SIGKILL', lines: [fetching, runs] })
})

it('an interrupted fetch of a newer Node is ignored at the next start', async () => {
  const { start, fetched } = aProject()
  expect(await start('is cut short', 'exit', '0').end()).toMatchObject({
    signal: 'SIGKILL',
    lines: [fetching],
  })
  expect(await start('brings', 'exit', '0').end()).toMatchObject({ code: 0, lines: [fetching, runs] })
  expect(fetched()).toContain(`node-${here}`)
})

it('an older Node without a newer one and without a network stops with one sentence', async () => {
  const { start, fetched } = aProject()
  const sentence = `Node ${here} could not be fetched from npm (ENOTFOUND): install Node 999 or newer, or try again`
  expect(await start('brings nothing').end()).toMatchObject({ code: 1, lines: [sentence, fetching] })
  expect(fetched()).toEqual([])
})

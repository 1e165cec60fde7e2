import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '#server/places'

// No Node is as new as this project asks for, so the one at hand plays the older and the fetched one alike.
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
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const said: string[] = []
    const runs = new Promise<void>(resolve => {
      createInterface(child.stdout).on('line', line => {
        said.push(line)
        if (line.startsWith('runs')) resolve()
      })
    })
    const complaints: string[] = []
    createInterface(child.stderr).on('line', line => complaints.push(line))
    // It closes when nobody holds its output any more, the program that took its place included.
    const closed = once(child, 'close').then(([code, signal]) => ({ code, signal, said, complaints }))
    return { child, runs, closed }
  }
  const fetched = () => readdirSync(join(folder, '.cache'))
  return { start, fetched }
}

const { version } = process
const fetching = `Node ${process.versions.node} is older than 999: fetching Node ${process.versions.node} from npm`

it('a Node that is too old fetches a newer one once, says so in one line and goes on with it', async () => {
  const { start, fetched } = aProject()
  const first = await start('brings', 'exit', '3').closed
  expect(first).toMatchObject({ code: 3, complaints: [fetching] })
  expect(first.said).toEqual([expect.stringMatching(/^runs \d+ exit 3$/)])
  expect(await start('brings nothing', 'exit', '0').closed).toMatchObject({ code: 0, complaints: [] })
  expect(fetched()).toEqual([`node-${version.slice(1)}`])
})

it('signals reach the program that took its place, and its end is the end of both', async () => {
  const { start } = aProject()
  const stopped = start('brings', 'stop')
  await stopped.runs
  stopped.child.kill('SIGTERM')
  expect(await stopped.closed).toMatchObject({ code: 7, signal: null, said: [expect.anything(), 'stops'] })
  const ended = start('brings')
  await ended.runs
  ended.child.kill('SIGTERM')
  expect(await ended.closed).toMatchObject({ code: null, signal: 'SIGTERM' })
})

it('killed without a word, it takes the program that took its place along', async () => {
  const { start } = aProject()
  const killed = start('brings', 'stop')
  await killed.runs
  killed.child.kill('SIGKILL')
  expect(await killed.closed).toMatchObject({ signal: 'SIGKILL' })
})

it('a fetch that was cut short counts for nothing at the next start', async () => {
  const { start, fetched } = aProject()
  expect(await start('is cut short', 'exit', '0').closed).toMatchObject({ signal: 'SIGKILL', said: [] })
  expect(await start('brings', 'exit', '0').closed).toMatchObject({ code: 0, complaints: [fetching] })
  expect(fetched()).toContain(`node-${version.slice(1)}`)
})

it('without a newer Node at hand and without the network it stops with one sentence', async () => {
  const { start, fetched } = aProject()
  const { code, said, complaints } = await start('brings nothing', 'exit', '0').closed
  expect({ code, said }).toEqual({ code: 1, said: [] })
  expect(complaints).toEqual([
    fetching,
    `Node ${process.versions.node} could not be fetched from npm (ENOTFOUND): install Node 999 or newer, or try again`,
  ])
  expect(fetched()).toEqual([])
})

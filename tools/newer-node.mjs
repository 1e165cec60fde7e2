import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import module from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript for any Node from 18, with Node's own modules only: it runs before anything else.

/** The folder of the whole project. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Ends the program with one line that says why. */
export const stop = line => {
  console.error(line)
  process.exit(1)
}

const manifest = folder => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
const floor = Number(/\d+/.exec(manifest('.').engines.node)[0])
const builds = manifest('tools/node').optionalDependencies
const [pinned] = Object.values(builds)

/**
 * Goes on under a Node that is new enough. An older one fetches the pinned one from npm, runs this same program
 * with it and never comes back; the other one is then the first `node` on the path of everything it starts.
 */
export const underNewerNode = async () => {
  if (process.env.END_WITH_PARENT) return endWithParent()
  if (Number.parseInt(process.versions.node, 10) < floor) await handOver(pinnedNode())
}

/** Caches compiled code of this process and of those that it starts, threads too: a program starts in half the time. */
export const cacheCompiledCode = () => {
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled')
  module.enableCompileCache()
}

// Whoever started us may be killed without a word; the end of the channel to it says so.
const endWithParent = () => {
  delete process.env.END_WITH_PARENT
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel?.unref()
}

// Makes two processes look like one: passes signals to the child, and returns its exit code or fatal signal.
const handOver = folder =>
  new Promise(() => {
    const child = spawn(join(folder, 'node'), [...process.execArgv, ...process.argv.slice(1)], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, PATH: [folder, process.env.PATH].join(delimiter), END_WITH_PARENT: '1' },
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'])
      process.on(signal, () => child.kill(signal))
    child.on('error', error => stop(`${join(folder, 'node')} does not run: ${error.message}`))
    child.on('exit', (code, signal) => {
      if (!signal) process.exit(code)
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
    })
  })

// The folder gets its name only when it is whole, so a fetch that was cut short counts for nothing.
const pinnedNode = () => {
  const machine = `${process.platform}-${process.arch}`
  const build = Object.keys(builds).find(name => name.endsWith(machine))
  const tooOld = `Node ${process.versions.node} is older than ${floor}`
  if (!build) return stop(`${tooOld}, and npm has no newer one for ${machine}`)
  const home = join(root, '.cache', `node-${pinned}`)
  const bin = join('node_modules', build, 'bin')
  if (!existsSync(home)) {
    console.error(`${tooOld}: fetching Node ${pinned} from npm`)
    fetchInto(home, bin)
  }
  return join(home, bin)
}

const fetchInto = (home, bin) => {
  mkdirSync(dirname(home), { recursive: true })
  clearUnfinished(`${home}-`)
  const unfinished = mkdtempSync(`${home}-`)
  chmodSync(unfinished, 0o755)
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(root, 'tools/node', name), join(unfinished, name))
  const npm = spawnSync('npm', ['ci', ...npmOptions], { cwd: unfinished, encoding: 'utf8' })
  const fetched = spawnSync(join(unfinished, bin, 'node'), ['--version'], { encoding: 'utf8' })
  if (fetched.stdout?.trim() === `v${pinned}`) return moveInto(home, unfinished)
  rmSync(unfinished, { recursive: true, force: true })
  const code = /failed with (\S+)|code (\S+)/.exec(npm.stderr)
  const why = npm.error?.message ?? code?.[1] ?? code?.[2] ?? fetched.error?.code ?? fetched.stderr.trim()
  stop(`Node ${pinned} could not be fetched from npm (${why}): install Node ${floor} or newer, or try again`)
}

// npm passes over an optional package that it cannot get: only its log of requests says why.
const npmOptions = [
  ['--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'],
  ['--loglevel=http', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'],
].flat()

// Another start may have been first; then its folder is as good as ours.
const moveInto = (home, unfinished) => {
  try {
    renameSync(unfinished, home)
  } catch (error) {
    if (!existsSync(home)) throw error
    rmSync(unfinished, { recursive: true, force: true })
  }
}

// Younger ones may belong to a start that is fetching at this moment.
const clearUnfinished = prefix => {
  const anHourAgo = Date.now() - 3_600_000
  for (const name of readdirSync(dirname(prefix))) {
    const folder = join(dirname(prefix), name)
    if (folder.startsWith(prefix) && statSync(folder).mtimeMs < anHourAgo)
      rmSync(folder, { recursive: true, force: true })
  }
}

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join, parse, resolve } from 'node:path/posix'
import { root, stop } from './newer-node.mjs'

// Plain JavaScript with Node's own modules only: it runs before anything is installed.
// Prints to stderr, because tools print their results to stdout.

// A release has its packages and what the build makes; it has no sources to build from.
const RELEASE = join(root, 'release.json')
export const isRelease = existsSync(RELEASE)

/** The program of a command: its source, or what a release has instead. */
export const programOf = source => {
  const built = join(root, 'dist/server', `${parse(source).name}.js`)
  if (isRelease && existsSync(built)) return built
  if (!existsSync(source))
    stop(`${parse(source).name} needs a clone of the repository: a release does not have it`)
  return resolve(source)
}

/** Stops with one line where a release is for machines of another kind. */
const requireItsPlatform = () => {
  const { platform } = JSON.parse(readFileSync(RELEASE, 'utf8'))
  const here = `${process.platform}-${process.arch}`
  if (platform !== here)
    stop(`This release is for ${platform}, and this machine is ${here}: use the repository instead`)
}

// Packages that only check and test; they are the ones that a start does not wait for.
const TEST_TOOLS = ['test/tools', 'test/generator']

/**
 * Installs the packages when what is there is not what package-lock.json says: those to build and start, and with
 * `forTests` those that check and test as well.
 */
export const installIfNeeded = ({ forTests = false } = {}) => {
  if (isRelease) return requireItsPlatform()
  const wanted = packagesIn('package-lock.json')
  const present = packagesIn('node_modules/.package-lock.json')
  const isInstalled = folder => {
    const { version, optional, devOptional } = wanted[folder]
    return present[folder] ? present[folder].version === version : optional || devOptional
  }
  const workspaces = Object.keys(wanted).filter(folder => !folder.includes('node_modules/'))
  const folders = workspaces.filter(folder => forTests || !TEST_TOOLS.includes(folder))
  if (closureOf(wanted, folders).every(isInstalled)) return
  console.error('Installing the packages')
  const scope = forTests ? [] : ['--include-workspace-root', '--workspace=packages']
  run('npm', ['ci', '--include=dev', ...scope, '--no-audit', '--no-fund'])
}

/** Builds when the sources are not those of the last build, with the compressed versions of the pages. */
export const buildIfNeeded = async () => {
  await (
    await buildServerIfNeeded()
  ).pages
  if (!isCompressed()) run(process.execPath, ['tools/compress-build.ts'])
}

/**
 * The same without the compressed versions, which are half of the work of a build. Resolves when the server is built,
 * with a promise of the pages: a server loads its data while they are built, and waits for them.
 */
export const buildServerIfNeeded = async () => {
  const stamp = join(root, 'dist/built-from')
  const sources = isRelease || hashOfSources()
  if (isRelease || (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources))
    return { pages: Promise.resolve() }
  console.error('Building')
  const child = spawn(process.execPath, ['tools/build.ts', '--compress-later'], {
    cwd: root,
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  const ended = new Promise(done => {
    child.on('error', error => stop(`The build did not start: ${error.message}`))
    child.on('exit', code => (code === 0 ? done() : stop('The build failed')))
  })
  await Promise.race([once(child, 'message'), ended])
  return { pages: ended.then(() => writeFileSync(stamp, sources)) }
}

/** Compresses the built pages in a process that leaves the processor to all others; until then they are sent as they are. */
export const compressInBackground = () => {
  if (isCompressed()) return
  const child = spawn(process.execPath, ['tools/compress-build.ts'], { cwd: root, stdio: 'ignore' })
  // A server goes on without it.
  child.on('error', () => {})
  child.on('spawn', () => setPriority(child.pid, constants.priority.PRIORITY_LOW))
  child.unref()
}

const isCompressed = () => existsSync(join(root, 'dist/compressed'))

/** The folders of all packages that these folders need, as npm finds them: in the folder itself or one above it. */
const closureOf = (packages, folders) => {
  const needed = new Set()
  const visit = folder => {
    const { link, dependencies, devDependencies, optionalDependencies } = packages[folder]
    if (link) return
    const own = folder.includes('node_modules/') ? {} : devDependencies
    for (const name of Object.keys({ ...dependencies, ...own, ...optionalDependencies })) {
      const found = foundFrom(packages, folder, name)
      if (found === undefined || needed.has(found)) continue
      needed.add(found)
      visit(found)
    }
  }
  folders.forEach(visit)
  return [...needed]
}

const foundFrom = (packages, folder, name) => {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, 'node_modules', name)
    if (path in packages) return path
    if (at === '.') return undefined
  }
}

const packagesIn = lockFile =>
  existsSync(join(root, lockFile)) ? JSON.parse(readFileSync(join(root, lockFile), 'utf8')).packages : {}

const hashOfSources = () => {
  const inFolder = [...sourcesIn('src'), ...sourcesIn('packages')]
  const others = ['package-lock.json', 'package.json', 'vite.config.ts', 'tools/build.ts']
  const hash = createHash('sha256')
  for (const file of [
    ...inFolder.toSorted((a, b) => (a < b ? -1 : 1)),
    ...others.map(name => join(root, name)),
  ])
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const sourcesIn = folder =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.includes('.test.'))
    .map(entry => join(entry.parentPath, entry.name))

const run = (command, args) => {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['inherit', 2, 2] })
  if (status !== 0) stop(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`)
}

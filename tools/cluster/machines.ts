import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/process/places'
import { rest } from '../soak/asking.ts'

/** Programs of a database machine, in the order of their start. */
const PROGRAMS = ['etcd', 'patroni'] as const
type Program = (typeof PROGRAMS)[number]

/** A database machine: an address on this one, with etcd, Patroni and PostgreSQL. */
export interface Machine {
  name: string
  address: string
  folder: string
  running: Map<Program, ChildProcess>
}

const NAMES = ['db1', 'db2', 'db3'] as const
const ADDRESS = /10\.0\.0\.1/g
const PASSWORD = 'for-one-run'
/** PostgreSQL refuses to run as root. */
export const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'] as const
const PATIENCE_MS = 120_000

/** Folder of the programs of the newest PostgreSQL that Debian has installed. Throws `Error` if there is none. */
const programsOfPostgres = (): string => {
  const root = '/usr/lib/postgresql'
  const version = existsSync(root) ? Math.max(...readdirSync(root).map(Number)) : 0
  if (!(version > 0)) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  return join(root, String(version), 'bin')
}

/** Folder of the programs of PostgreSQL. */
export const POSTGRES = programsOfPostgres()

const sample = (name: string): string => readFileSync(join(projectRoot, 'deploy/cluster', name), 'utf8')

/** The variables in a sample of `deploy/cluster`, for a machine with these addresses. */
const environmentFrom = (name: string, { name: machine, address }: Machine): NodeJS.ProcessEnv =>
  Object.fromEntries(
    [...sample(name).matchAll(/^([A-Z\d_]+)=(.*)$/gm)].map(([, variable = '', value = '']) => [
      variable,
      /INITIAL_CLUSTER$|HOSTS$/.test(variable)
        ? value.replace(ADDRESS, '127.0.0.1')
        : value.replace('db1', machine).replace('10.0.0.11', address) || PASSWORD,
    ]),
  )

/** Runs a program to its end, as root. Throws `Error` with its output if it fails. */
const runTool = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stdout}${stderr}`)
  return stdout
}

/** Runs a program as the user of PostgreSQL. */
export const runAsPostgres = (command: string, ...args: readonly string[]): string =>
  runTool(AS_POSTGRES[0], [...AS_POSTGRES.slice(1), command, ...args])

/** Runs pgBackRest on a machine. */
export const backUp = ({ folder }: Machine, ...words: readonly string[]): string =>
  runAsPostgres('pgbackrest', `--config=${join(folder, 'pgbackrest.conf')}`, '--stanza=market', ...words)

/**
 * Lays out the three database machines with the files of `deploy/cluster`, as 127.0.0.11 to 127.0.0.13, in a folder
 * that belongs to `postgres`. Nothing is started.
 */
export const layOutMachines = (folder: string): Machine[] => {
  const repository = join(folder, 'pgbackrest')
  const machines = NAMES.map((name, index) => ({
    ...{ name, address: `127.0.0.1${index + 1}`, folder: join(folder, name) },
    running: new Map<Program, ChildProcess>(),
  }))
  for (const { name, address, folder: own } of machines) {
    mkdirSync(join(own, 'log'), { recursive: true })
    writeFileSync(
      join(own, 'pgbackrest.conf'),
      sample('pgbackrest.conf')
        .replace('/srv/pgbackrest', repository)
        .replace('repo1-cipher-pass=', `repo1-cipher-pass=${PASSWORD}`)
        .replace('/var/lib/postgresql/market', join(own, 'data'))
        .replace(
          '[market]',
          `log-path=${join(own, 'log')}\nlock-path=${join(own, 'lock')}\n\n[market]\npg1-socket-path=${own}`,
        ),
    )
    writeFileSync(
      join(own, 'patroni.yml'),
      sample('patroni.yml')
        .replaceAll('0.0.0.0', address)
        .replace('/var/lib/postgresql/market', join(own, 'data'))
        .replace('/usr/lib/postgresql/17/bin', POSTGRES)
        .replace('/var/lib/postgresql/.pgpass-patroni', join(own, 'pgpass'))
        .replace('  recovery_conf:', `  parameters:\n    unix_socket_directories: ${own}\n  recovery_conf:`)
        // A watchdog would restart this machine; the incidents do what it does.
        .replace('mode: required', `mode: 'off'`)
        // All machines share the addresses of this one.
        .replaceAll('samenet', '127.0.0.0/8')
        .replace('pg_hba:', `pg_hba:\n    # ${name}`),
    )
  }
  mkdirSync(repository)
  runTool('chown', ['-R', 'postgres', folder])
  return machines
}

/** Starts the programs of a machine, or those that were ended. */
export const startMachine = (machine: Machine): void => {
  const settings = {
    etcd: {
      // Among its words, so that its processes are found by the folder.
      args: ['etcd', `--data-dir=${join(machine.folder, 'etcd')}`],
      env: { ...environmentFrom('etcd.env', machine), ETCD_DATA_DIR: undefined },
    },
    patroni: {
      args: ['patroni', join(machine.folder, 'patroni.yml')],
      env: environmentFrom('patroni.env', machine),
    },
  }
  for (const program of PROGRAMS) {
    if (machine.running.has(program)) continue
    const { args, env } = settings[program]
    const log = openSync(join(machine.folder, `${program}.log`), 'a')
    const child = spawn(AS_POSTGRES[0], [...AS_POSTGRES.slice(1), ...args], {
      stdio: ['ignore', log, log],
      env: {
        PATH: `${POSTGRES}:${process.env.PATH}`,
        PGBACKREST_CONFIG: join(machine.folder, 'pgbackrest.conf'),
        ...env,
      },
    })
    machine.running.set(program, child)
  }
}

/** Ids of the processes of a machine: all that have its folder among their words, and what they started. */
const processesOf = ({ folder }: Machine, program?: 'postgres'): number[] => {
  const table = runTool('ps', ['-eo', 'pid=,ppid=,args=']).trim().split('\n')
  const all = table.map(line => {
    const [, pid = '', parent = '', words = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return { pid: Number(pid), parent: Number(parent), words }
  })
  const isOwn = (words: string): boolean =>
    program === undefined
      ? words.includes(`${folder}/`) || words.includes(`${folder} `)
      : words.includes(`-D ${join(folder, 'data')}`)
  const own = new Set(all.filter(({ words }) => isOwn(words)).map(({ pid }) => pid))
  for (let before = -1; before !== own.size;) {
    before = own.size
    for (const { pid, parent } of all) if (own.has(parent)) own.add(pid)
  }
  return [...own]
}

const signalEach = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {
      // It ended with its parent.
    }
}

/** Ends a machine as a power cut does. */
export const loseMachine = (machine: Machine): void => {
  signalEach(processesOf(machine), 'SIGKILL')
  machine.running.clear()
}

/** Stops every process of a machine where it stands: to all others it is gone. */
export const freezeMachine = (machine: Machine): void => signalEach(processesOf(machine), 'SIGSTOP')

/** Kills PostgreSQL on a machine; Patroni and etcd stay. */
export const killPostgres = (machine: Machine): void =>
  signalEach(processesOf(machine, 'postgres').slice(0, 1), 'SIGKILL')

/** Ends all programs of all machines. */
export const stopMachines = async (machines: readonly Machine[]): Promise<void> => {
  for (const machine of machines)
    for (const child of [machine.running.get('patroni'), machine.running.get('etcd')]) {
      if (!child?.pid || child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await Promise.race([ended, rest(20_000)])
      child.kill('SIGKILL')
    }
}

/** A member of the cluster as Patroni describes it. */
export interface Member {
  name: string
  role: string
  state: string
  lag?: number | 'unknown'
}

/** Asks the machines, until one answers, who is what. */
export const readMembers = async (machines: readonly Machine[]): Promise<Member[]> => {
  for (const { address } of machines) {
    const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) }).catch(
      () => undefined,
    )
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

/** Waits until there is a primary, a synchronous standby and, with `all`, every machine. Returns the primary. */
export const untilWhole = async (
  machines: readonly Machine[],
  { all }: { all: boolean },
): Promise<Machine> => {
  const tooLate = performance.now() + PATIENCE_MS
  for (;;) {
    const members = await readMembers(machines)
    const primary = members.find(({ role, state }) => role === 'leader' && state === 'running')
    const standbys = members.filter(
      ({ role, state }) => role !== 'leader' && ['running', 'streaming'].includes(state),
    )
    const isWhole =
      standbys.some(({ role }) => role === 'sync_standby') &&
      (!all || standbys.length === machines.length - 1)
    const machine = machines.find(({ name }) => name === primary?.name)
    if (machine && isWhole) return machine
    if (performance.now() > tooLate) throw new Error(`The cluster is not whole: ${JSON.stringify(members)}`)
    await rest(250)
  }
}

/** Password of the superuser of a run. */
export const SUPERUSER_PASSWORD = PASSWORD

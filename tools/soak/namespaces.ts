import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const INSIDE = 'SOAK_INSIDE'
/** An address that counts as public, on the loopback device of this run alone. */
export const PUBLIC_ADDRESS = '11.0.0.1'

/** Runs a system program; throws with what it printed where it fails. */
export const runProgram = (program: string, ...args: readonly string[]): void => {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
}

/**
 * Restarts this program in its own mount and network namespaces, which end with it: there it may fill disks and change host names
 * without any effect elsewhere. Returns only inside. Throws for users who may not create namespaces.
 */
export const enterNamespaces = async (): Promise<void> => {
  if (process.env[INSIDE]) {
    runProgram('ip', 'link', 'set', 'lo', 'up')
    runProgram('ip', 'addr', 'add', `${PUBLIC_ADDRESS}/32`, 'dev', 'lo')
    return
  }
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error(
      'This test fills disks and changes host names in namespaces of its own, so it must run as root on Linux',
    )
  const own = ['--mount', '--net', '--propagation', 'private', process.execPath]
  const child = spawn('unshare', [...own, ...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: 'yes' },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exit(code ?? 1)
}

/** The names that this run knows, by address. Without DNS every other name is unknown. */
export interface Names {
  /** Makes a name unknown, or known again. */
  forget: (name: string) => void
  remember: (name: string) => void
}

/** Replaces the resolver of this run by a file of names, in which a name can stop resolving. */
export const openNames = (folder: string, addresses: Readonly<Record<string, string>>): Names => {
  const files = { hosts: join(folder, 'hosts'), resolver: join(folder, 'resolv.conf') }
  const known = new Set(Object.keys(addresses))
  const write = (): void => {
    const lines = [...known].map(name => `${addresses[name]} ${name}\n`)
    // In place, since the file is mounted over the system's.
    writeFileSync(files.hosts, `127.0.0.1 localhost\n${lines.join('')}`)
  }
  write()
  writeFileSync(files.resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n')
  runProgram('mount', '--bind', files.hosts, '/etc/hosts')
  runProgram('mount', '--bind', files.resolver, '/etc/resolv.conf')
  return {
    forget: name => {
      known.delete(name)
      write()
    },
    remember: name => {
      known.add(name)
      write()
    },
  }
}

/** A small disk that can be filled. */
export interface FillableDisk {
  folder: string
  /** Leaves so many megabytes free. */
  fill: (leaves: number) => void
  empty: () => void
}

const MEGABYTE = 1024 ** 2

/** Mounts a small file system in memory on a folder. */
export const mountMemoryDisk = (folder: string, megabytes: number): FillableDisk => {
  mkdirSync(folder, { recursive: true })
  runProgram('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: leaves => {
      const { bavail, bsize } = statfsSync(folder)
      const length = bavail * bsize - leaves * MEGABYTE
      if (leaves > 0) return runProgram('fallocate', '-l', String(Math.max(1, length)), ballast)
      // Others write meanwhile, so nothing but a full disk ends it.
      spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'], { stdio: 'ignore' })
    },
    empty: () => rmSync(ballast, { force: true }),
  }
}

import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Cleans up after a killed server: asks a PostgreSQL that still runs on the cluster to stop, and waits for it. The lock
 * files are removed only once no process works in the cluster: a pid in them may by now be a zombie or another program,
 * but a live backend alongside a second server would ruin the data.
 */
export const stopLeftoverPostgres = async (cluster: string, socketDir: string): Promise<void> => {
  const started = Date.now()
  let asked = false
  for (let left = atWork(cluster); left.length > 0; left = atWork(cluster)) {
    const seconds = (Date.now() - started) / 1000
    if (seconds > 60) throw new Error(`PostgreSQL from an earlier start does not stop (process ${left[0]})`)
    // Backends of a killed server notice it themselves; an interrupt is for the server process only.
    if (!asked) signal(serverAmong(left, cluster), 'SIGINT')
    else if (seconds > 10) for (const pid of left) signal(pid, 'SIGQUIT')
    asked = true
    await pause(50)
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  for (const name of readdirSync(socketDir)) rmSync(join(socketDir, name), { force: true })
}

const atWork = (cluster: string): number[] =>
  [...(process.platform === 'linux' ? fromProc() : fromLsof())]
    .filter(([, folder]) => folder === cluster)
    .map(([pid]) => pid)

/** Every PostgreSQL process on this machine with its working folder, which is always the cluster. */
type Working = Iterable<readonly [pid: number, folder: string]>

const fromProc = function* (): Working {
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      // A zombie has no working folder any more, so it does not count.
      if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres')
        yield [Number(pid), readlinkSync(`/proc/${pid}/cwd`)]
    } catch {
      // It has ended in the meantime, or belongs to another user.
    }
}

const fromLsof = function* (): Working {
  const { stdout, error } = spawnSync('lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-F', 'pn'], {
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin' },
  })
  // An unknown state does not mean that no process is at work.
  if (error) throw error
  for (const [, pid, folder = ''] of stdout.matchAll(/^p(\d+)\n(?:f.*\n)?n(.*)$/gm))
    yield [Number(pid), folder]
}

const serverAmong = (pids: readonly number[], cluster: string): number | undefined => {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return pids.find(one => one === pid)
  } catch {
    return undefined
  }
}

const signal = (pid: number | undefined, name: NodeJS.Signals) => {
  try {
    if (pid) process.kill(pid, name)
  } catch {
    // It has ended in the meantime.
  }
}

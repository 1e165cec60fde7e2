import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Ends what a killed server left behind: a PostgreSQL still running on the cluster is asked to stop and
 * waited for. Only when nobody is at work in the cluster are the lock files removed: a pid in them may by
 * now be a zombie or another program, but a backend alive beside a second server would ruin the data.
 */
export const clearLeftBehind = async (cluster: string, socketDir: string): Promise<void> => {
  const started = Date.now()
  let asked = false
  for (let left = atWork(cluster); left.length > 0; left = atWork(cluster)) {
    const seconds = (Date.now() - started) / 1000
    if (seconds > 60) throw new Error(`PostgreSQL of an earlier start does not stop (process ${left[0]})`)
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

/** Every process of PostgreSQL on this machine with its working folder, which in all of them is the cluster. */
type Working = Iterable<readonly [pid: number, folder: string]>

const fromProc = function* (): Working {
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      // A zombie has no working folder any more, so it does not count.
      if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres')
        yield [Number(pid), readlinkSync(`/proc/${pid}/cwd`)]
    } catch {
      // It ended meanwhile, or belongs to somebody else.
    }
}

const fromLsof = function* (): Working {
  const { stdout, error } = spawnSync('lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-F', 'pn'], {
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin' },
  })
  // Not to know who is at work is not the same as nobody.
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
    // It ended meanwhile.
  }
}

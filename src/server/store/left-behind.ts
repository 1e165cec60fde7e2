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
    if (!asked) signal(serverProcess(cluster), 'SIGINT')
    else if (seconds > 10) for (const pid of left) signal(pid, 'SIGQUIT')
    asked = true
    await pause(50)
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  for (const name of readdirSync(socketDir)) rmSync(join(socketDir, name), { force: true })
}

const atWork = (cluster: string): number[] => {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.filter(pid => worksIn(pid, cluster)).map(Number)
}

// A zombie has no working folder any more, so it does not count.
const worksIn = (pid: string, cluster: string) => {
  try {
    const program = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return false
  }
}

const serverProcess = (cluster: string): number | undefined => {
  try {
    const pid = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
    return worksIn(pid, cluster) ? Number(pid) : undefined
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

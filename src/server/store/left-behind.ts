import { readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Ends what a killed server left behind: a PostgreSQL still running on the cluster is asked to stop and
 * waited for. Only when nobody is at work in the cluster are the lock files removed: a pid in them may by
 * now be a zombie or another program, but a backend alive beside a second server would ruin the data.
 */
export const clearLeftBehind = async (cluster: string, socketDir: string): Promise<void> => {
  for (let waited = 0; ; waited += 50) {
    const atWork = postgresProcesses(cluster)
    if (atWork.length === 0) break
    if (waited % 10_000 === 0) for (const pid of atWork) signal(pid, waited === 0 ? 'SIGINT' : 'SIGQUIT')
    await pause(50)
  }
  for (const file of lockFiles(cluster, socketDir)) rmSync(file, { force: true })
}

const lockFiles = (cluster: string, socketDir: string) => [
  join(cluster, 'postmaster.pid'),
  ...readdirSync(socketDir).map(name => join(socketDir, name)),
]

const postgresProcesses = (cluster: string): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && worksIn(name, cluster))
    .map(Number)

// A zombie has no working folder any more, so it does not count.
const worksIn = (pid: string, cluster: string) => {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === cluster &&
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
    )
  } catch {
    return false
  }
}

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch {
    // It ended meanwhile.
  }
}

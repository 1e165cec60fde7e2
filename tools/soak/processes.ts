import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'

/** A process of the run, with a log file that holds what all its lives printed. */
export interface SupervisedProcess {
  name: string
  pid: number
  /** Ends it on our behalf and waits for its end. */
  end: (signal: NodeJS.Signals) => Promise<void>
  isRunning: () => boolean
}

interface Command {
  name: string
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  logFile: string
}

const LAST_CHARACTERS = 2000
const running = new Set<ChildProcess>()

/** Starts Node with these arguments; calls `surprised` with the last lines of the log if the process ends unexpectedly. */
export const startProcess = (
  { name, args, env, cwd, logFile }: Command,
  surprised: (words: string) => void,
): SupervisedProcess => {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, ...env },
    ...(cwd && { cwd }),
  })
  closeSync(log)
  running.add(child)
  let isAsked = false
  const watch = async (): Promise<void> => {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    running.delete(child)
    if (isAsked) return
    const last = readFileSync(logFile, 'utf8').slice(-LAST_CHARACTERS)
    surprised(`${name} ended unexpectedly (${signal ?? `code ${code}`}); last lines:\n${last}`)
  }
  const ended = watch()
  return {
    name,
    pid: child.pid ?? 0,
    isRunning: () => running.has(child),
    end: async signal => {
      isAsked = true
      child.kill(signal)
      await ended
    },
  }
}

/** Runs Node to its end; answers whether it ended with 0, and all that it printed. */
export const runNode = async (
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ isDone: boolean; text: string }> => {
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env } })
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => void parts.push(part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { isDone: code === 0, text: parts.join('').trim() }
}

/** Kills whatever still runs, where a run ends by an error. */
export const killAllProcesses = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

/** The processes that a process has started and that have this word in their command line. */
export const childProcesses = (pid: number, word: string): number[] => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    return children
      .filter(child => child !== '' && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(word))
      .map(Number)
  } catch {
    // One of them has just ended.
    return []
  }
}

/** The resident memory of a process in megabytes; undefined where it has ended. */
export const residentMemory = (pid: number): number | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6
  } catch {
    return undefined
  }
}

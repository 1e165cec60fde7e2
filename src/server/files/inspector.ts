import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspectProcessFile, projectRoot } from '../places.ts'
import type { Question, Replies } from './inspect-process.ts'

/** Files looked into at once; more would only take the processors from those who wait for pages. */
const AT_ONCE = 2
/** One file may take so long, which is many times what the slowest good one takes. */
const PATIENCE_MS = 20_000
/** What a process that looks into files may hold, in kilobytes: of data altogether, and of JavaScript. */
const MOST_DATA_KB = 1_048_576
const MOST_HEAP_MB = 256
/** With nothing to do for so long, a process ends. */
const IDLE_MS = 10_000

interface Limits {
  patienceMs: number
}

/**
 * Asks a process of its own about the file at a path. That process has limits of time and memory, sees no file but this
 * server's programs and what it is asked about, no variable of the environment, and has the lowest claim to a processor.
 * Undefined where it crashed or took too long: whatever did that is not taken.
 */
export const lookInto = async <Q extends Question>(
  question: Q,
  { patienceMs }: Limits = { patienceMs: PATIENCE_MS },
): Promise<Replies[Q['ask']] | undefined> => {
  await turn()
  const folder = dirname(question.path)
  const found = idle.findIndex(one => one.folder === folder)
  const inspector = found >= 0 ? idle.splice(found, 1)[0] : undefined
  const { process, resting } = inspector ?? { process: begun(folder) }
  clearTimeout(resting)
  try {
    const reply = await answerOf(process, question, patienceMs)
    if (reply === undefined) process.kill('SIGKILL')
    else rest({ process, folder })
    return reply as Replies[Q['ask']] | undefined
  } finally {
    busy -= 1
    nextTurn()
  }
}

let busy = 0
const waiting: (() => void)[] = []

/** Waits until one of the places is free, and takes it. */
const turn = (): Promise<void> =>
  new Promise(resolve => {
    waiting.push(resolve)
    nextTurn()
  })

const nextTurn = (): void => {
  if (busy >= AT_ONCE) return
  const next = waiting.shift()
  if (!next) return
  busy += 1
  next()
}

interface Inspector {
  process: ChildProcess
  /** The folder in which its files lie; it can read no other. */
  folder: string
  resting?: NodeJS.Timeout
}

const idle: Inspector[] = []

const rest = (inspector: Inspector): void => {
  const { process } = inspector
  const leave = () => {
    const at = idle.indexOf(inspector)
    if (at >= 0) idle.splice(at, 1)
    process.kill('SIGKILL')
  }
  process.once('exit', leave)
  inspector.resting = setTimeout(leave, IDLE_MS)
  // Nothing waits for a process without work, not even the end of the server.
  inspector.resting.unref()
  process.unref()
  process.channel?.unref()
  idle.push(inspector)
}

const begun = (folder: string): ChildProcess => {
  const readable = ['dist', 'src', 'node_modules', 'package.json'].map(name => join(projectRoot, name))
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      // Where the system knows no such limit, the others hold.
      `ulimit -d ${MOST_DATA_KB} 2>/dev/null; exec "$0" "$@"`,
      process.execPath,
      `--max-old-space-size=${MOST_HEAP_MB}`,
      '--permission',
      ...[...readable, folder].map(path => `--allow-fs-read=${path}`),
      fileURLToPath(inspectProcessFile),
    ],
    { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  )
  try {
    if (child.pid !== undefined) setPriority(child.pid, 15)
  } catch {
    // It may have ended already, which will be noticed.
  }
  return child
}

const answerOf = (child: ChildProcess, question: Question, patienceMs: number): Promise<unknown> =>
  new Promise(resolve => {
    child.ref()
    child.channel?.ref()
    const finish = (reply?: unknown) => {
      clearTimeout(timer)
      for (const event of ['message', 'exit', 'error'] as const) child.removeAllListeners(event)
      // Of its end nobody need be told twice.
      child.on('error', () => {})
      resolve(reply)
    }
    const timer = setTimeout(finish, patienceMs)
    child.once('message', finish)
    child.once('exit', () => finish())
    child.once('error', () => finish())
    child.send(question, error => {
      if (error) finish()
    })
  })

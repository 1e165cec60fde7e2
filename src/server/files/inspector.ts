import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspectProcessFile, projectRoot } from '../places.ts'
import { HttpError } from '../runner/refusals.ts'
import type { Question, Replies } from './inspect-process.ts'

/** Files looked into at once; more would only take the processors from those who wait for pages. */
const AT_ONCE = 2
/** One file may take so long, which is many times what the slowest good one takes. */
const PATIENCE_MS = 20_000
/** On a busy machine it may take long until a process is there. */
const PATIENCE_TO_START_MS = 60_000
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
 * Undefined where it crashed or took too long: whatever did that is not taken. Throws `HttpError` 503 where no such
 * process can be had.
 */
export const lookInto = async <Q extends Question>(
  question: Q,
  { patienceMs }: Limits = { patienceMs: PATIENCE_MS },
): Promise<Replies[Q['ask']] | undefined> => {
  await turn()
  try {
    const folder = dirname(question.path)
    const child = await inspectorFor(folder)
    const reply = await heard(child, patienceMs, () => child.send(question, () => {}))
    if (reply === undefined) child.kill('SIGKILL')
    else rest({ child, folder })
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
  child: ChildProcess
  /** The folder in which its files lie; it can read no other. */
  folder: string
}

const idle: (Inspector & { wake: () => void })[] = []

/** A process that is ready to look into the files of a folder: one that rests, or a new one. */
const inspectorFor = async (folder: string): Promise<ChildProcess> => {
  const resting = idle.find(one => one.folder === folder)
  if (resting) {
    resting.wake()
    return resting.child
  }
  const child = begun(folder)
  if ((await heard(child, PATIENCE_TO_START_MS)) !== undefined) return child
  child.kill('SIGKILL')
  throw new HttpError(503, { error: 'Files cannot be looked into at the moment; try again in a minute' }, 60)
}

/** Lets a process wait for more, which nothing else waits for: not even the end of the server. */
const rest = ({ child, folder }: Inspector): void => {
  const end = () => {
    wake()
    child.kill('SIGKILL')
  }
  const patience = setTimeout(end, IDLE_MS)
  const wake = () => {
    clearTimeout(patience)
    child.off('exit', end)
    idle.splice(idle.indexOf(resting), 1)
    child.ref()
    child.channel?.ref()
  }
  const resting = { child, folder, wake }
  child.once('exit', end)
  patience.unref()
  child.unref()
  child.channel?.unref()
  idle.push(resting)
}

const begun = (folder: string): ChildProcess => {
  const program = fileURLToPath(inspectProcessFile)
  const readable = ['src', 'node_modules', 'package.json'].map(name => join(projectRoot, name))
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      // Where the system knows no such limit, the others hold.
      `ulimit -d ${MOST_DATA_KB} 2>/dev/null; exec "$0" "$@"`,
      process.execPath,
      `--max-old-space-size=${MOST_HEAP_MB}`,
      '--permission',
      ...[...readable, dirname(program), folder].map(path => `--allow-fs-read=${path}`),
      program,
    ],
    { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  )
  // Whoever waits for what it says hears of its end.
  child.on('error', () => {})
  try {
    if (child.pid !== undefined) setPriority(child.pid, 15)
  } catch {
    // It may have ended already, which will be noticed.
  }
  return child
}

/** The next thing that a process says, once it has been asked; undefined where it ends before, or says nothing for too long. */
const heard = (child: ChildProcess, patienceMs: number, ask: () => void = () => {}): Promise<unknown> =>
  new Promise(resolve => {
    const finish = (said?: unknown) => {
      clearTimeout(patience)
      child.off('message', finish).off('exit', atEnd).off('error', atEnd)
      resolve(said)
    }
    const atEnd = () => finish()
    const patience = setTimeout(finish, patienceMs)
    child.once('message', finish).once('exit', atEnd).once('error', atEnd)
    if (child.exitCode === null && child.signalCode === null) ask()
    else finish()
  })

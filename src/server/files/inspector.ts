import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspectProcessFile, projectRoot } from '../places.ts'
import { HttpError } from '../runner/refusals.ts'
import type { Answer, Question, Replies } from './inspect-process.ts'

/** Files looked into at once; more would only take the processors from those who wait for pages. */
const AT_ONCE = 2
/** One file may use the processor for at least so long, which is many times what the slowest good one uses. */
const PROCESSOR_SECONDS = 20
/** Processor time after the limit until the system ends a process that did not end at it. */
const SECONDS_TO_END = 5
/** A busy machine may take long over a good file; this only ends what uses no processor and never answers. */
const PATIENCE_MS = 240_000
/** On a busy machine it may take long until a process is there. */
const PATIENCE_TO_START_MS = 60_000
/** What a process that looks into files may hold, in kilobytes: of data altogether, and of JavaScript. */
const MOST_DATA_KB = 1_048_576
const MOST_HEAP_MB = 256
/** With nothing to do for so long, a process ends. */
const IDLE_MS = 10_000

interface Limits {
  processorSeconds?: number
  patienceMs?: number
}

/**
 * Asks a process of its own about the file at a path. That process has limits of processor time and memory, sees no file but this
 * server's programs and what it is asked about, no variable of the environment, and has the lowest claim to a processor.
 * Undefined where it crashed or used up its time: whatever did that is not taken. `killed` where it was ended from outside,
 * as on a machine without memory, which need not be the fault of the file. Throws `HttpError` 503 where no such process can
 * be had.
 */
export const lookInto = async <Q extends Question>(
  question: Q,
  { processorSeconds = PROCESSOR_SECONDS, patienceMs = PATIENCE_MS }: Limits = {},
): Promise<Replies[Q['ask']] | 'killed' | undefined> => {
  await turn()
  try {
    const where = { folder: dirname(question.path), processorSeconds }
    const child = await inspectorFor(where)
    const answer = await heard(child, patienceMs, () => child.send(question, () => {}))
    if (answer === undefined && child.signalCode === 'SIGKILL') return 'killed'
    // The system ends a process at twice the limit, so one that has used half of that has no room for another file.
    if (answer && answer.processorSeconds < processorSeconds) rest({ child, ...where })
    else child.kill('SIGKILL')
    return answer?.reply as Replies[Q['ask']] | undefined
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

interface Bounds {
  /** The folder in which its files lie; it can read no other. */
  folder: string
  processorSeconds: number
}

interface Inspector extends Bounds {
  child: ChildProcess
}

const idle: (Inspector & { wake: () => void })[] = []

/** A process that is ready to look into the files of a folder: one that rests, or a new one. */
const inspectorFor = async (bounds: Bounds): Promise<ChildProcess> => {
  const resting = idle.find(
    one => one.folder === bounds.folder && one.processorSeconds === bounds.processorSeconds,
  )
  if (resting) {
    resting.wake()
    return resting.child
  }
  const child = begun(bounds)
  if ((await heard(child, PATIENCE_TO_START_MS)) !== undefined) return child
  child.kill('SIGKILL')
  throw busyInspection()
}

/** Says that a file cannot be looked into now, and when to try again. */
export const busyInspection = (): HttpError =>
  new HttpError(503, { error: 'Files cannot be looked into at the moment; try again in a minute' }, 60)

/** Lets a process wait for more, which nothing else waits for: not even the end of the server. */
const rest = (inspector: Inspector): void => {
  const { child } = inspector
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
  const resting = { ...inspector, wake }
  child.once('exit', end)
  patience.unref()
  child.unref()
  child.channel?.unref()
  idle.push(resting)
}

const begun = ({ folder, processorSeconds }: Bounds): ChildProcess => {
  const program = fileURLToPath(inspectProcessFile)
  const readable = ['src', 'node_modules', 'package.json'].map(name => join(projectRoot, name))
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      // Where the system knows no such limit, the others hold.
      `ulimit -d ${MOST_DATA_KB} 2>/dev/null; ulimit -S -t ${2 * processorSeconds}; ulimit -H -t ${2 * processorSeconds + SECONDS_TO_END}; exec "$0" "$@"`,
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
const heard = (
  child: ChildProcess,
  patienceMs: number,
  ask: () => void = () => {},
): Promise<Answer | undefined> =>
  new Promise(resolve => {
    const finish = (said?: Answer) => {
      clearTimeout(patience)
      child
        .off('message', finish as (said: unknown) => void)
        .off('exit', atEnd)
        .off('error', atEnd)
      resolve(said)
    }
    const atEnd = () => finish()
    const patience = setTimeout(finish, patienceMs)
    child
      .once('message', finish as (said: unknown) => void)
      .once('exit', atEnd)
      .once('error', atEnd)
    if (child.exitCode === null && child.signalCode === null) ask()
    else finish()
  })

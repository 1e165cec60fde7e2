import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspectProcessFile, projectRoot } from '../process/places.ts'
import { HttpError } from '../runner/refusals.ts'
import type { InspectionResponseMessage, InspectionRequest, InspectionReplies } from './inspect-process.ts'

/** Concurrent inspections; more would only take processors from people who wait for pages. */
const AT_ONCE = 2
/** Processor time that one file may use, many times that of the slowest valid one. */
const PROCESSOR_SECONDS = 20
/** Additional processor time until the system kills a process that did not end at the limit. */
const SECONDS_TO_END = 5
/**
 * A busy machine may take long over a valid file; this limit only ends processes that use no processor time and never
 * answer.
 */
const PATIENCE_MS = 240_000
/** On a busy machine it may take long to start a process. */
const PATIENCE_TO_START_MS = 60_000
/** Memory limits of an inspection process, in kilobytes: of all data, and of JavaScript. */
const MOST_DATA_KB = 1_048_576
const MOST_HEAP_MB = 256
/** An idle process ends after this time. */
const IDLE_MS = 10_000

interface Limits {
  processorSeconds?: number
  patienceMs?: number
}

/**
 * Asks a separate process about the file at a path. That process has limits of processor time and memory, sees no file
 * except this server's programs and the file in question, no environment variables, and has the lowest priority.
 * Returns undefined if it crashed or used up its time: such a file is refused. Returns `killed` if it was ended from
 * outside, as on a machine without memory, which need not be the fault of the file. Throws `HttpError` 503 if no such
 * process can be started.
 */
export const runInspection = async <Q extends InspectionRequest>(
  question: Q,
  { processorSeconds = PROCESSOR_SECONDS, patienceMs = PATIENCE_MS }: Limits = {},
): Promise<InspectionReplies[Q['ask']] | 'killed' | undefined> => {
  await turn()
  try {
    const where = { folder: dirname(question.path), processorSeconds }
    const child = await inspectorFor(where)
    const answer = await heard(child, patienceMs, () => child.send(question, () => {}))
    if (answer === undefined && child.signalCode === 'SIGKILL') return 'killed'
    // The system kills a process at twice the limit, so one that has used half of that has no room for another file.
    if (answer && answer.processorSeconds < processorSeconds) rest({ child, ...where })
    else child.kill('SIGKILL')
    return answer?.reply as InspectionReplies[Q['ask']] | undefined
  } finally {
    busy -= 1
    nextTurn()
  }
}

let busy = 0
const waiting: (() => void)[] = []

/** Waits for a free place, and takes it. */
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
  /** The folder with its files; it can read no other. */
  folder: string
  processorSeconds: number
}

interface Inspector extends Bounds {
  child: ChildProcess
}

const idle: (Inspector & { wake: () => void })[] = []

/** Returns a process that is ready to inspect files of a folder: an idle one, or a new one. */
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
  throw inspectorBusyError()
}

/** Error for a file that cannot be inspected now, with the time to try again. */
export const inspectorBusyError = (): HttpError =>
  new HttpError(503, { error: 'Files cannot be checked at the moment; try again in a minute' }, 60)

/** Leaves a process idle; it never delays the end of the server. */
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
  const readable = ['src', 'packages', 'node_modules', 'package.json'].map(name => join(projectRoot, name))
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      // On systems without this limit, the others remain.
      `ulimit -d ${MOST_DATA_KB} 2>/dev/null; ulimit -S -t ${2 * processorSeconds}; ulimit -H -t ${2 * processorSeconds + SECONDS_TO_END}; exec "$0" "$@"`,
      process.execPath,
      `--max-old-space-size=${MOST_HEAP_MB}`,
      '--permission',
      ...[...readable, dirname(program), folder].map(path => `--allow-fs-read=${path}`),
      program,
    ],
    { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  )
  // Callers that wait for its answer notice its end.
  child.on('error', () => {})
  try {
    if (child.pid !== undefined) setPriority(child.pid, 15)
  } catch {
    // It may have ended already, which will be noticed.
  }
  return child
}

/**
 * Waits for the next message of a process after a question; undefined if it ends first, or says nothing for too long.
 */
const heard = (
  child: ChildProcess,
  patienceMs: number,
  ask: () => void = () => {},
): Promise<InspectionResponseMessage | undefined> =>
  new Promise(resolve => {
    const finish = (said?: InspectionResponseMessage) => {
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

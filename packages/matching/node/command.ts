import { Worker } from 'node:worker_threads'
import { findWriteError } from './audit-file.ts'
import { parseCommandLine, type MatchCommandOptions } from './options.ts'
import type { MatchThreadReply } from './thread.ts'
import { unexpectedErrorMessage, oneLineErrorMessage } from './why.ts'

/** Runs the engine in its own thread, so that running out of memory does not end this one. */
const answered = (call: MatchCommandOptions): Promise<MatchThreadReply> =>
  new Promise(resolve => {
    const failed = (line: string): void => resolve({ code: 3, lines: [line] })
    new Worker(new URL('thread.ts', import.meta.url), { workerData: call })
      .once('message', resolve)
      .once('error', fault => failed(unexpectedErrorMessage(fault)))
      .once('exit', () => failed('The engine stopped without an answer. Report this with the file'))
  })

const answer = async (args: string[]): Promise<MatchThreadReply> => {
  const call = parseCommandLine(args)
  if ('faults' in call) return { code: 2, lines: call.faults }
  const why = call.audit === null ? null : findWriteError(call.audit)
  return why === null ? answered(call) : { code: 2, lines: [why] }
}

const say = (lines: readonly string[]): void => {
  for (const line of lines) process.stderr.write(`${line}\n`)
}

/**
 * Runs the command line: prints the result as JSON or the errors to stderr, and sets the exit code of the process: 1
 * not proven in time, 2 options or file refused, 3 failed.
 */
export const runMatchCommand = async (args: string[]): Promise<void> => {
  process.stderr.on('error', () => {})
  process.stdout.on('error', fault => {
    process.exitCode = 3
    say([`The result could not be written: ${oneLineErrorMessage(fault)}`])
  })
  const said = await answer(args)
  if ('report' in said) process.stdout.write(`${said.report}\n`)
  else {
    process.exitCode = said.code
    say(said.lines)
  }
}

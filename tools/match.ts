import { Worker } from 'node:worker_threads'
import { whyNotWritable } from './match/audit-file.ts'
import { callIn, type MatchCall } from './match/options.ts'
import type { Answer } from './match/thread.ts'
import { engineFailed, whyOf } from './match/why.ts'

/** The engine runs in a thread of its own: one that ends for want of memory does not take this one with it. */
const answered = (call: MatchCall): Promise<Answer> =>
  new Promise(resolve => {
    const failed = (line: string): void => resolve({ code: 3, lines: [line] })
    new Worker(new URL('match/thread.ts', import.meta.url), { workerData: call })
      .once('message', resolve)
      .once('error', fault => failed(engineFailed(fault)))
      .once('exit', () => failed('The engine ended without an answer; please report it with the file'))
  })

const answer = async (args: string[]): Promise<Answer> => {
  const call = callIn(args)
  if ('faults' in call) return { code: 2, lines: call.faults }
  const why = call.audit === null ? null : whyNotWritable(call.audit)
  return why === null ? answered(call) : { code: 2, lines: [why] }
}

const say = (lines: readonly string[]): void => {
  for (const line of lines) process.stderr.write(`${line}\n`)
}

process.stderr.on('error', () => {})
process.stdout.on('error', fault => {
  process.exitCode = 3
  say([`The result could not be written: ${whyOf(fault)}`])
})
const said = await answer(process.argv.slice(2))
if ('report' in said) process.stdout.write(`${said.report}\n`)
else {
  process.exitCode = said.code
  say(said.lines)
}

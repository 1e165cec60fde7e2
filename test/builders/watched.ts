import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'

/**
 * A program that a test starts: its output line by line, with a way to wait for words, and its end. It has ended when no
 * process holds its output any more, so a process that it leaves behind delays the end.
 */
export const startWatchedProgram = (child: ChildProcessByStdio<null, Readable, Readable>) => {
  const lines: string[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', line => {
      lines.push(line)
      for (const look of waiting) look()
    })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, lines }))
  onTestFinished(() => void child.kill('SIGKILL'))
  /** Waits for a line with these words, starting from the given one; a program that ends first is an error. */
  const until = (words: string, from = 0): Promise<string> => {
    const said = new Promise<string>(resolve => {
      const look = () => {
        const line = lines.slice(from).find(text => text.includes(words))
        if (line !== undefined) resolve(line)
      }
      waiting.add(look)
      look()
    })
    const tooLate = ended.then(() => {
      throw new Error(`The process ended before it printed "${words}":\n${lines.join('\n')}`)
    })
    return Promise.race([said, tooLate])
  }
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { lines, until, kill, ended }
}

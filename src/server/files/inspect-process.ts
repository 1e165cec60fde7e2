import { readFile } from 'node:fs/promises'
import { inspect, type Inspected } from './inspect.ts'
import { type BookFound, bookIn } from './read-book.ts'
import { type OutlineFound, outlineOf } from './outline/read.ts'
import { type TableFound, tableOf } from './table.ts'

/** What the process that looks into files is asked, of the file at a path. */
export type Question =
  | { ask: 'kind'; path: string; accept: readonly string[] }
  | { ask: 'table'; path: string }
  | { ask: 'book'; path: string }
  | { ask: 'outline'; path: string; layer: string | null }

/** What it answers to each. */
export interface Replies {
  kind: Inspected
  table: TableFound
  book: BookFound
  outline: OutlineFound
}

/** The message to the parent: the reply, and the processor time used since the process began. The first one announces that it is ready. */
export interface Answer {
  reply: Replies[Question['ask']] | { isReady: true }
  processorSeconds: number
}

const say = (reply: Answer['reply']): void => {
  const { user, system } = process.cpuUsage()
  const answer: Answer = { reply, processorSeconds: (user + system) / 1_000_000 }
  process.send?.(answer)
}

// One question at a time; a fault ends this process, which its parent notices.
process.on('message', (question: Question) => {
  replyTo(question).then(say, () => process.exit(1))
})

// Without a parent there is nobody to ask.
process.on('disconnect', () => process.exit(0))

const replyTo = async (question: Question): Promise<Replies[Question['ask']]> => {
  const content = await readFile(question.path)
  if (question.ask === 'kind') return inspect(content, question.accept)
  if (question.ask === 'table') return tableOf(content)
  return question.ask === 'book' ? bookIn(content) : outlineOf(content, question.path, question.layer)
}

say({ isReady: true })

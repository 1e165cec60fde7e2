import { readFile } from 'node:fs/promises'
import { inspectUpload, type InspectionResult } from './inspect.ts'
import { type WorkbookReadResult, readWorkbook } from './read-book.ts'
import { type SiteOutlineResult, readSiteOutline } from './outline/read.ts'
import { type TableReadResult, readTable } from './table.ts'

/** Questions to the inspection process about the file at a path. */
export type InspectionRequest =
  | { ask: 'kind'; path: string; accept: readonly string[] }
  | { ask: 'table'; path: string }
  | { ask: 'book'; path: string }
  | { ask: 'outline'; path: string; layer: string | null }

/** The reply to each question. */
export interface InspectionReplies {
  kind: InspectionResult
  table: TableReadResult
  book: WorkbookReadResult
  outline: SiteOutlineResult
}

/**
 * The message to the parent: the reply, and the processor time used since the process began. The first one announces
 * that it is ready.
 */
export interface InspectionResponseMessage {
  reply: InspectionReplies[InspectionRequest['ask']] | { isReady: true }
  processorSeconds: number
}

const say = (reply: InspectionResponseMessage['reply']): void => {
  const { user, system } = process.cpuUsage()
  const answer: InspectionResponseMessage = { reply, processorSeconds: (user + system) / 1_000_000 }
  process.send?.(answer)
}

// One question at a time; an error ends this process, which its parent notices.
process.on('message', (question: InspectionRequest) => {
  replyTo(question).then(say, () => process.exit(1))
})

// Without a parent no more questions will come.
process.on('disconnect', () => process.exit(0))

const replyTo = async (question: InspectionRequest): Promise<InspectionReplies[InspectionRequest['ask']]> => {
  const content = await readFile(question.path)
  if (question.ask === 'kind') return inspectUpload(content, question.accept)
  if (question.ask === 'table') return readTable(content)
  return question.ask === 'book'
    ? readWorkbook(content)
    : readSiteOutline(content, question.path, question.layer)
}

say({ isReady: true })

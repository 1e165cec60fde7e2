import type { EngineRequest, EngineResponse } from '#practice/model/messages'
import { PRACTICE_MESSAGES } from './messages.ts'

/**
 * Starts the engine in a worker on the first question and keeps it. While it is busy only the latest question
 * waits: earlier ones are skipped, so an answer is never more than one question behind.
 */
export const openEngine = (hear: (said: EngineResponse, of: EngineRequest) => void) => {
  let thread: Worker | undefined
  let asked: EngineRequest | undefined
  let next: EngineRequest | undefined
  const put = (question: EngineRequest): void => {
    asked = question
    next = undefined
    begin().postMessage(question)
  }
  const answered = (said: EngineResponse): void => {
    const of = asked
    asked = undefined
    if (of) hear(said, of)
    if (next) put(next)
  }
  const begin = (): Worker => {
    if (thread) return thread
    thread = new Worker(new URL('../../../practice/worker/worker.ts', import.meta.url), { type: 'module' })
    thread.addEventListener('message', ({ data }: MessageEvent<EngineResponse>) => answered(data))
    thread.addEventListener('error', () => {
      thread = undefined
      answered({ fault: PRACTICE_MESSAGES.engineFailed })
    })
    return thread
  }
  return {
    /** Loads the engine before the first question. */
    begin,
    ask: (question: EngineRequest): void => {
      if (asked) next = question
      else put(question)
    },
  }
}

import type { Asked, Said } from '#practice/model/messages'

/**
 * The engine in a thread of its own, begun with the first question and kept. While it works only the latest question waits:
 * what was asked in between is passed over, so an answer is never behind by more than one.
 */
export const openEngine = (hear: (said: Said, of: Asked) => void) => {
  let thread: Worker | undefined
  let asked: Asked | undefined
  let next: Asked | undefined
  const put = (question: Asked): void => {
    asked = question
    next = undefined
    begin().postMessage(question)
  }
  const answered = (said: Said): void => {
    const of = asked
    asked = undefined
    if (of) hear(said, of)
    if (next) put(next)
  }
  const begin = (): Worker => {
    if (thread) return thread
    thread = new Worker(new URL('../../../practice/worker/worker.ts', import.meta.url), { type: 'module' })
    thread.addEventListener('message', ({ data }: MessageEvent<Said>) => answered(data))
    thread.addEventListener('error', () => {
      thread = undefined
      answered({ fault: 'The engine could not be fetched. Move a slider to try again.' })
    })
    return thread
  }
  return {
    /** Fetches the engine before the first question. */
    begin,
    ask: (question: Asked): void => {
      if (asked) next = question
      else put(question)
    },
  }
}
